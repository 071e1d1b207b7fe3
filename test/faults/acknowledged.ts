import type { DraftConnection } from "../../web/dashboard/editor/live/draft-connection.ts";
import type { LivePage } from "../../web/dashboard/editor/live/live-page.ts";

/**
 * Everything that the server has acknowledged, and everything that it may have done without a reply. Acknowledged
 * changes must exist in the end; the others may exist, but only once.
 */
export interface Acknowledged {
  projects: ProjectModel[];
  /** The update IDs of triggers and rollbacks. */
  updates: { id: string; project: ProjectModel; at: number; what: string }[];
  jobs: { id: string; project: ProjectModel; prompt: string; at: number }[];
  /** Includes prompts without a reply. */
  prompts: { project: ProjectModel; prompt: string }[];
  merges: { project: ProjectModel; number: number; head: string; at: number }[];
  questions: { text: string; node: string; at: number }[];
  revoked: { secret: string; at: number }[];
  /** The names of projects whose creation got no reply. */
  unsureProjects: string[];
  drafts: DraftModel[];
  /** The addresses of invited people. */
  invited: string[];
  /** Events from before the webhook existed. */
  unheard: Set<string>;
}

export interface ProjectModel {
  id: string;
  domain: string;
  assistantKey: string;
  /** A clone for pushing. */
  folder: string;
  /** True while a client changes the project. With two clients at once, nobody could say whose change should win. */
  isBusy: boolean;
  isPublished: boolean;
  /** Whether the page contains the words that agent jobs replace. Without them, a job has nothing to do. */
  hasWords: boolean;
  branches: Map<string, BranchModel>;
  /** The changes to the project's own site, in order. */
  siteChanges: SiteChange[];
  /** Tags and branches that are replaced and deleted, by their full names. An empty value means deleted. */
  refs: Map<string, { value: string; unsure: Set<string> }>;
}

export interface DraftModel {
  project: ProjectModel;
  id: string;
  path: string;
  /** `at` is when it was typed or, once it is saved, when that was noticed. */
  words: Map<string, { isSaved: boolean; at: number; page: LivePage }>;
  comments: Map<string, { isSaved: boolean; at: number }>;
  /** The open browser tabs. */
  tabs: { connection: DraftConnection; page: LivePage }[];
  isPublished: boolean;
}

/** All pushes are fast-forward, so the newest acknowledged commit must be in the history of the branch's tip. */
export interface BranchModel {
  name: string;
  /** The newest acknowledged commit. */
  acknowledged: string;
  /** Commits whose push got no reply. */
  unsure: Set<string>;
  /** Commits that can't be built. */
  broken: Set<string>;
}

export interface SiteChange {
  kind: "newest" | "rollback";
  /** The marker of the page that a rollback shows. */
  marker?: string;
  isAcknowledged: boolean;
  startedAt: number;
  endedAt: number;
}

/** A change without a reply can still take effect this long after its client has given up. */
const lateMilliseconds = 120_000;

export function createModel(): Acknowledged {
  return {
    projects: [],
    updates: [],
    jobs: [],
    prompts: [],
    merges: [],
    questions: [],
    revoked: [],
    unsureProjects: [],
    drafts: [],
    invited: [],
    unheard: new Set(),
  };
}

/** The changes that the site may show in the end. */
export function lastSiteChanges({ siteChanges }: Pick<ProjectModel, "siteChanges">): SiteChange[] {
  const last = siteChanges.findLast(({ isAcknowledged }) => isAcknowledged);
  if (last === undefined) {
    return siteChanges;
  }
  const unsure = siteChanges.filter(
    ({ isAcknowledged, endedAt }) => !isAcknowledged && endedAt + lateMilliseconds > last.startedAt,
  );
  return [last, ...unsure];
}
