import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { ReaderAction } from "../../../src/contract/analytics-operations.ts";
import { toCsv } from "../../../src/contract/csv.ts";
import { readPages } from "../api/read-query.ts";
import { IconButton } from "../ui/button.tsx";
import { downloadCsv } from "../ui/csv.ts";
import { FilterButtons } from "../ui/status-filter.tsx";
import { Table } from "../ui/table.tsx";
import { actionNames } from "./dimensions.ts";
import { useAnalytics } from "./use-analytics.ts";

interface ActionsListProps {
  title: string;
  actions: readonly ReaderAction[];
  /** Only actions on this page. The title then says what they have in common. */
  page?: string | undefined;
}

/** Actions without a target are listed by page. */
const withoutTarget: readonly ReaderAction[] = ["code_copy", "page_copy"];

/** What readers did besides reading: one kind of action at a time, most frequent first. */
export function ActionsList({ title, actions, page }: ActionsListProps) {
  const { project, period } = useAnalytics();
  const [action = "search", setAction] = useState(actions[0]);
  const by = withoutTarget.includes(action) ? "page" : "target";
  const asked = { projectId: project.id, ...period, action, by, page, limit: 10 } as const;
  const query = useInfiniteQuery(readPages("listAnalyticsActions", asked));
  const rows = query.data?.pages.flatMap((each) => each.actions);
  const csv = () =>
    toCsv(
      [action, "count"],
      (rows ?? []).map((row) => [row[by], row.count]),
    );
  return (
    <section aria-label={title} className="mb-10">
      {page !== undefined && <h2 className="mb-2">{title}</h2>}
      <div className="mb-3 flex items-center justify-between gap-2">
        {actions.length === 1 ? (
          <h2>{title}</h2>
        ) : (
          <FilterButtons
            className="-ml-1"
            legend={title}
            choices={actions.map((each) => [each, actionNames[each]])}
            value={action}
            onChange={setAction}
          />
        )}
        <IconButton
          label={`Download CSV: ${actionNames[action]}`}
          onClick={() => downloadCsv(`${project.domain}-${action}-${period.from}-${period.to}.csv`, csv())}
        >
          <Download size={16} />
        </IconButton>
      </div>
      <Table
        key={action}
        label={actionNames[action]}
        query={query}
        rows={rows}
        keyOf={(row) => row[by]}
        loadingRows={3}
        empty="Nothing in this period."
        columns={({ main, column }) => [
          main(by === "page" ? "Page" : targetNames[action], (row) => (
            <span className="block truncate" title={row[by]}>
              {row[by] || "Unknown"}
            </span>
          )),
          column("Count", ({ count }) => count.toLocaleString("en"), {
            width: "text-right",
            className: "text-right tabular-nums",
          }),
        ]}
      />
    </section>
  );
}

const targetNames: Readonly<Record<ReaderAction, string>> = {
  outbound: "Link",
  code_copy: "Page",
  page_copy: "Page",
  open_in: "App",
  search: "Search",
  search_empty: "Search",
  search_click: "Search",
  question: "Page",
  tool_search: "Search",
  tool_question: "Question",
};
