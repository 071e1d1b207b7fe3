import type { FindIndex } from "../../assistant/open-site.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import type { SearchHit } from "../../contract/search-operations.ts";
import { isoTimeOrNull } from "../../platform/clock.ts";
import { cutText } from "../../platform/cut-text.ts";
import type { Database } from "../../platform/db/database.ts";
import { findSite } from "../../projects/sites/store.ts";
import type { Project } from "../../projects/store.ts";
import { type FoundRow, findJobs, findPeople, findPullRequests, findUpdates } from "./store.ts";

interface SearchRequest {
  organizationId: string;
  /** Projects of the organization that the person must not see. */
  hidden: readonly string[];
  query: string;
  project: Project | undefined;
}

export interface SearchDeps {
  database: Database;
  findIndex: FindIndex;
}

const hitsPerKind = 6;
const wordsMax = 8;
const titleCharactersMax = 200;
const shortShaLength = 7;

/** The command palette's results from the server. Projects and settings pages are searched in the browser. */
export async function searchOrganization(
  deps: SearchDeps,
  { organizationId, hidden, query, project }: SearchRequest,
): Promise<SearchHit[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
  if (words.length === 0) return [];
  const find = (store: typeof findUpdates) =>
    store(deps.database.query, { organizationId, hidden }, words, hitsPerKind);
  const [pages, updates, jobs, pulls, people] = await Promise.all([
    project === undefined ? [] : findPages(deps, project, query),
    find(findUpdates),
    find(findJobs),
    find(findPullRequests),
    find(findPeople),
  ]);
  return [
    ...pages,
    ...updates.map((row) => toSearchHit("update", { ...row, detail: row.detail?.slice(0, shortShaLength) ?? "" })),
    ...jobs.map((row) => toSearchHit("job", row)),
    ...pulls.map((row) => toSearchHit("pull", row)),
    ...people.map((row) => toSearchHit("person", row)),
  ];
}

async function findPages(
  { database, findIndex }: SearchDeps,
  { id: projectId, domain }: Project,
  query: string,
): Promise<SearchHit[]> {
  const site = await findSite(database.query, domain);
  const index = site && (await findIndex({ projectId, subdomain: domain, artifact: site.artifact }));
  if (index === undefined) return [];
  return searchPages(index, { query, pageSize: hitsPerKind }).map(({ path, metadata }) => ({
    kind: "page",
    id: path,
    projectId,
    title: firstLine(metadata.title),
    detail: [metadata.breadcrumb].flat().join(" › "),
    status: null,
    at: null,
  }));
}

function toSearchHit(
  kind: SearchHit["kind"],
  { id, projectId, title, detail, status, createdAt }: FoundRow,
): SearchHit {
  return {
    kind,
    id,
    projectId,
    title: firstLine(title ?? ""),
    detail: detail ?? "",
    status,
    at: isoTimeOrNull(createdAt),
  };
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return cutText(line, titleCharactersMax);
}
