/**
 * Everything the server has acknowledged, and everything that it may have done without saying so. The two differ: what was
 * acknowledged has to be there in the end; the rest may be there, once.
 */
export interface Acknowledged {
  projects: ProjectModel[];
  /** Triggers and rollbacks: the IDs of their updates. */
  updates: { id: string; project: ProjectModel; at: number; what: string }[];
  jobs: { id: string; project: ProjectModel; prompt: string; at: number }[];
  /** Also those without a reply. */
  prompts: { project: ProjectModel; prompt: string }[];
  merges: { project: ProjectModel; number: number; head: string; at: number }[];
  questions: { text: string; node: string; at: number }[];
  revoked: { secret: string; at: number }[];
  /** Names of projects whose creation had no reply. */
  unsureProjects: string[];
}

export interface ProjectModel {
  id: string;
  domain: string;
  assistantKey: string;
  /** A clone for pushing. */
  folder: string;
  /** True while one client changes it: two at once could not tell whose change won. */
  isBusy: boolean;
  isPublished: boolean;
  /** Only with these words there is something for a job to do. */
  hasWords: boolean;
  branches: Map<string, BranchModel>;
  /** What was done to the project's own site, in order. */
  siteChanges: SiteChange[];
}

/** All pushes are fast-forward, so the newest acknowledged commit must be in the history of whatever is there. */
export interface BranchModel {
  name: string;
  /** The newest acknowledged commit. */
  acknowledged: string;
  /** Commits that were pushed without a reply. */
  unsure: Set<string>;
  /** Commits that can't be built. */
  broken: Set<string>;
}

export interface SiteChange {
  kind: "newest" | "rollback";
  /** What a rollback shows: the marker of its page. */
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
  };
}

/** The changes any of which may be the one that the site shows in the end. */
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
