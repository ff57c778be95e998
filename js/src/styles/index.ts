/** The style sheets as one text, in the order in which later ones may refine earlier ones. */

import base from "./base.css";
import foot from "./foot.css";
import gaps from "./gaps.css";
import head from "./head.css";
import hosts from "./hosts.css";
import map from "./map.css";
import prose from "./prose.css";
import side from "./side.css";
import support from "./support.css";
import talk from "./talk.css";
import theme from "./theme.css";

export const styles = [theme, base, head, talk, prose, side, map, gaps, foot, support, hosts].join(
  "\n",
);
