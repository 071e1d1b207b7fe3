import { effectiveRole } from "../../accounts/member-store.ts";
import { listRolesOfUser } from "../../accounts/members/project-role-store.ts";
import type { FindIndex } from "../../assistant/open-site.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { SearchHit } from "../../contract/search-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTimeOrNull } from "../../platform/clock.ts";
import { cutText } from "../../platform/cut-text.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { getProject } from "../../projects/get-project.ts";
import { findSite } from "../../projects/sites/store.ts";
import type { Project } from "../../projects/store.ts";
import { type FoundRow, findJobs, findPeople, findPullRequests, findUpdates, type Scope } from "./store.ts";

export interface SearchRouteDeps extends Pick<Services, "database"> {
  findIndex: FindIndex;
}

export function searchRoutes(deps: SearchRouteDeps): Handlers<Pick<DashboardOperations, "searchOrganization">> {
  return {
    async searchOrganization({ principal: { user }, params: { organizationId }, query: { query, projectId } }) {
      const roles = await listRolesOfUser(deps.database.query, user.id);
      const hidden = [...roles].flatMap(([id, role]) =>
        effectiveRole(user.role ?? "viewer", role) === "none" ? [id] : [],
      );
      if (projectId !== undefined && hidden.includes(projectId)) {
        throw new AppError("not_found", "Project not found.");
      }
      const project =
        projectId === undefined ? undefined : await getProject(deps.database.query, organizationId, projectId);
      return { hits: await searchOrganization(deps, { organizationId, hidden }, query, project) };
    },
  };
}

const hitsPerKind = 6;
const wordsMax = 8;
const titleCharactersMax = 200;
const shortShaLength = 7;

/** The command palette's results from the server. Projects and settings pages are searched in the browser. */
async function searchOrganization(
  deps: SearchRouteDeps,
  scope: Scope,
  query: string,
  project: Project | undefined,
): Promise<SearchHit[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, wordsMax);
  if (words.length === 0) return [];
  const find = (store: typeof findUpdates) => store(deps.database.query, scope, words, hitsPerKind);
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
  { database, findIndex }: SearchRouteDeps,
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
