/** Who gets which colour; a colour is the name of a variable of the style sheet. */

import type { SessionState } from "./state";
import type { Role } from "./turns";

const PALETTE = ["--tone-1", "--tone-2", "--tone-3", "--tone-4", "--tone-5", "--tone-6"];
const FIXED: Partial<Record<Role, string>> = {
  moderator: "--tone-moderator",
  user: "--tone-user",
  "general knowledge": "--tone-general",
  guest: "--tone-guest",
};

function nth(index: number): string {
  return PALETTE[index % PALETTE.length] ?? "--tone-user";
}

/** The colour of each speaker: by role, and for experts by who came first to the table. */
export function speakerColours(state: SessionState): (speaker: string, role: Role) => string {
  const names = new Set<string>();
  for (const { speaker, role } of state.turns) if (role === "expert") names.add(speaker);
  for (const expert of state.experts) names.add(expert.name);
  const order = new Map([...names].map((name, index) => [name, index]));
  return (speaker, role) => FIXED[role] ?? nth(order.get(speaker) ?? order.size);
}

/** The colour of each concept: that of its branch below the root. */
export function branchColours(state: SessionState): Map<string, string> {
  const { tree } = state;
  const colours = new Map([[tree.root, "--ink"]]);
  tree.at(tree.root).children.forEach((branch, index) => {
    for (const node of tree.walk(branch)) colours.set(node.id, nth(index));
  });
  return colours;
}
