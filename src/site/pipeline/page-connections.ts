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
  const byOrigins = new Map<string, PageConnections>();
  for (const { source } of pages) {
    const origins = (source.api?.origins ?? []).toSorted();
    if (origins.length === 0) continue;
    const key = origins.join(" ");
    const connections = byOrigins.get(key) ?? { origins, paths: [] };
    connections.paths.push(pageFilePath(source.url));
    byOrigins.set(key, connections);
  }
  return [...byOrigins.values()];
}
