import { ActionsList } from "./actions-list.tsx";
import { type RankedList, Ranking } from "./ranking.tsx";
import { useAnalytics } from "./use-analytics.ts";

const pages: readonly RankedList[] = [
  { label: "Pages", dimension: "page" },
  { label: "Entry pages", dimension: "entry", counts: "Visits", kind: "person" },
  { label: "Exit pages", dimension: "exit", counts: "Visits", kind: "person" },
  { label: "Folders", dimension: "folder" },
];

const places: readonly RankedList[] = [
  { label: "Countries", dimension: "country" },
  { label: "Languages", dimension: "language" },
  { label: "Versions", dimension: "version" },
];

const readers: readonly RankedList[] = [
  { label: "All readers", dimension: "kind", kind: "all" },
  { label: "Agents", dimension: "agent", kind: "agent" },
  { label: "AI crawlers", dimension: "agent", kind: "crawler" },
  { label: "Search engines", dimension: "agent", kind: "search" },
];

const means: readonly RankedList[] = [
  { label: "Devices", dimension: "device" },
  { label: "Formats", dimension: "form", kind: "all" },
];

/** Which pages are read, by whom, and where readers come from. */
export function TrafficLists() {
  const { filters } = useAnalytics();
  return (
    <>
      {filters.page === undefined && <Ranking title="Pages" lists={pages} isWide />}
      <div className="grid items-start gap-x-8 lg:grid-cols-2">
        <Ranking title="Readers" lists={readers} />
        <Ranking title="Referrers" lists={[{ label: "Referrers", dimension: "referrer" }]} />
        <Ranking title="Places" lists={places} />
        <Ranking title="Devices and formats" lists={means} />
        {filters.page === undefined && (
          <>
            <ActionsList title="Outbound links" actions={["outbound"]} />
            <ActionsList title="What readers take along" actions={["code_copy", "page_copy", "open_in"]} />
          </>
        )}
      </div>
    </>
  );
}
