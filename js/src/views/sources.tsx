/** Every source of the session, with how much of it was used. */

import { safeAddress } from "../markdown";
import type { Overview } from "../overview";
import type { Refusal, Source } from "../sources";
import { count } from "../words";

/** As many refusals are shown at once; more of them when they are asked for. */
const FEW = 6;

interface Use {
  cited: number;
  unused: number;
}

export function SourcesView({ overview }: { overview: Overview }) {
  const { sources, refused } = overview.state;
  return (
    <>
      {sources.size > 0 && <Found overview={overview} />}
      {refused.length > 0 && <Refused title={overview.words.refused} refused={refused} />}
      {sources.size + refused.length === 0 && <p class="empty">No source has been found yet.</p>}
    </>
  );
}

function Found({ overview }: { overview: Overview }) {
  const { sources } = overview.state;
  const uses = usesOf(overview);
  return (
    <ol class="sources" data-testid="sources">
      {[...sources.values()].map((source) => (
        <li key={source.id}>
          <span class="number">{source.number}</span>
          <div>
            <Title source={source} />
            <small>
              {source.kind}
              {source.date && ` · ${source.date}`}
              {source.url && ` · ${source.url}`}
            </small>
            {source.provenance.length > 0 && <small>{source.provenance.join(" · ")}</small>}
          </div>
          <UseLine use={uses.get(source.id) ?? { cited: 0, unused: 0 }} />
        </li>
      ))}
    </ol>
  );
}

/** What was given as a source and is none, with the reason. */
function Refused({ title, refused }: { title: string; refused: Refusal[] }) {
  return (
    <details class="refused" data-testid="refused" open={refused.length < FEW}>
      <summary>
        {title} <small>{refused.length}</small>
      </summary>
      <ul>
        {refused.map(({ path, reason }) => (
          <li key={path}>
            <b>{path}</b> <small>{reason}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Title({ source }: { source: Source }) {
  const address = safeAddress(source.permalink) ?? safeAddress(source.url);
  if (!address) return <b>{source.title}</b>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <b>{source.title}</b>
    </a>
  );
}

function UseLine({ use }: { use: Use }) {
  return (
    <small class="use">
      {use.cited > 0 ? `cited ${use.cited === 1 ? "once" : `${use.cited} times`}` : "not cited"}
      <br />
      {use.unused > 0 && `${count(use.unused, "passage")} unused`}
    </small>
  );
}

/** How often turns cite each source, and how many of its passages none does. */
function usesOf({ state, citing }: Overview): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const snippet of state.snippets.values()) {
    const use = uses.get(snippet.source_id) ?? { cited: 0, unused: 0 };
    if (!citing.has(snippet.id)) use.unused += 1;
    uses.set(snippet.source_id, use);
  }
  for (const citation of state.turns.flatMap((turn) => turn.citations)) {
    const use = uses.get(citation.source_id);
    if (use) use.cited += 1;
  }
  return uses;
}
