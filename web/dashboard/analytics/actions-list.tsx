import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReaderAction } from "../../../src/contract/analytics-operations.ts";
import { readPages } from "../api/client.ts";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { Table } from "../ui/table.tsx";
import { actionNames } from "./dimensions.ts";
import { ListSection } from "./ranking.tsx";
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
  return (
    <ListSection
      title={title}
      isTitled={page !== undefined}
      choices={actions.length === 1 ? [[action, title]] : actions.map((each) => [each, actionNames[each]])}
      value={action}
      onChange={setAction}
      csv={
        <CsvButton
          label={`Download CSV: ${actionNames[action]}`}
          name={`${action}-${period.from}-${period.to}`}
          csv={() => fieldsCsv({ [action]: by, count: "count" }, rows)}
        />
      }
    >
      <Table
        key={action}
        label={actionNames[action]}
        query={query}
        rows={rows}
        keyOf={(row) => row[by]}
        loadingRows={3}
        empty="Nothing in this period."
        columns={({ main, number }) => [
          main(by === "page" ? "Page" : targetNames[action], (row) => (
            <span className="block truncate" title={row[by]}>
              {row[by] || "Unknown"}
            </span>
          )),
          number("Count", ({ count }) => count),
        ]}
      />
    </ListSection>
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
