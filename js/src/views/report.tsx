/** The cited report, or the button that has it written. */

import { useMemo } from "preact/hooks";
import { marksOfReport } from "../citations";
import { describe } from "../live";
import type { Overview } from "../overview";
import type { Report } from "../reports";
import type { Store } from "../store";
import { Prose } from "./prose";

interface Props {
  store: Store;
  overview: Overview;
  onReport(): void;
}

export function ReportView({ store, overview, onReport }: Props) {
  const { report } = overview.state;
  const writing = store.live.works.includes("report");
  return (
    <div class="report" data-testid="report">
      {writing && <p class="note">{describe(store.live)} …</p>}
      {report && <Written report={report} overview={overview} />}
      {!report && !writing && (
        <div class="empty">
          <p>No report yet. It is written from the map: a section a branch, every claim cited.</p>
          <button
            type="button"
            class="button main"
            disabled={!store.can("report")}
            onClick={onReport}
          >
            Write the report
          </button>
        </div>
      )}
    </div>
  );
}

function Written({ report, overview }: { report: Report; overview: Overview }) {
  const { state } = overview;
  const marks = useMemo(() => marksOfReport(report, state), [report, state, state.turns.length]);
  return (
    <>
      {report.partial && <p class="note bad">Something cut the writing short: this is a part.</p>}
      <Prose text={report.markdown} marks={marks} overview={overview} />
    </>
  );
}
