import type { PlannedPage } from "../outputs/site-plan.ts";
import { pageFilePath } from "../shared/site-file.ts";

/** Pages whose request tester calls the same servers. */
export interface PageConnections {
  origins: string[];
  /** Files of the site. */
  paths: string[];
}

/** The servers that each page may call, for the content security policies. Pages with the same servers are grouped. */
export function listConnections(pages: readonly PlannedPage[]): PageConnections[] {
  const groups = Map.groupBy(pages, ({ source }) => (source.api?.origins ?? []).toSorted().join(" "));
  groups.delete("");
  return [...groups].map(([origins, group]) => {
    return { origins: origins.split(" "), paths: group.map(({ source }) => pageFilePath(source.url)) };
  });
}
