import type { ProblemCounts, UpdateSource, UpdateStatusWord, UpdateTrigger } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import type { UpdateRow } from "../platform/db/tables.ts";
import { newId } from "../platform/id.ts";
import type { ProjectSource } from "../projects/project-sources.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import type { Project } from "../projects/store.ts";

export interface Update
  extends Pick<
    UpdateRow,
    | "id"
    | "kind"
    | "organizationId"
    | "projectId"
    | "subdomain"
    | "branch"
    | "source"
    | "status"
    | "summary"
    | "createdAt"
    | "endedAt"
    | "screenshotLight"
    | "screenshotDark"
    | "builtSha"
  > {
  commit: Commit | null;
  author: Author | null;
  /** The digest of the artifact that the update published, or that a rollback will publish. */
  artifact: string | null;
  /** The number of problems that the build found; null until it is built. */
  problems: ProblemCounts | null;
  /** What triggered the update, if the trigger was on this server itself. */
  trigger: UpdateTrigger | null;
  /** The push that triggered the update. */
  pushed: PushedCommit | null;
  /** The commits of the project's sources; null until they are fetched. */
  sources: readonly SourceCommit[] | null;
}

/** A source of the project, at the commit that was built. */
export interface SourceCommit extends ProjectSource {
  sha: string;
}

/** The commit that a push or a webhook is about. */
export interface PushedCommit {
  sha: string;
  /** Where the branch was before; undefined if it is new or unknown. */
  from?: string | undefined;
  /** The message reported by the git host, used until the repository's own is read. */
  message?: string | undefined;
}

const shaPattern = /^(?!0+$)[0-9a-f]{40}$/;
const messageLengthMax = 10_000;

/** Undefined unless `sha` is a commit ID: git hosts send zeros for a missing commit. */
export function toPushedCommit({
  sha,
  from,
  message,
}: { [Field in keyof PushedCommit]?: string | undefined }): PushedCommit | undefined {
  if (sha === undefined || !shaPattern.test(sha)) {
    return undefined;
  }
  return {
    sha,
    from: from !== undefined && shaPattern.test(from) ? from : undefined,
    message: message?.trimEnd().slice(0, messageLengthMax),
  };
}

export interface Commit {
  sha: string;
  ref: string | null;
  message: string | null;
  filesChanged: { added: string[]; modified: string[]; removed: string[] } | null;
  /** Renamed files, which are also in the lists of added and removed files. */
  filesRenamed?: readonly { from: string; to: string }[];
}

export interface Author {
  name: string;
  avatarUrl: string | null;
  githubUserId: number | null;
  /** Set when an update is triggered by someone with an account on this server. */
  userId?: string;
}

/** Every possible transition. A queued update fails without running if it is canceled or given up. */
export const nextStatuses: Readonly<Record<UpdateStatusWord, readonly UpdateStatusWord[]>> = {
  queued: ["in_progress", "failure"],
  in_progress: ["success", "failure"],
  success: [],
  failure: [],
};

export function isEnded(status: UpdateStatusWord): boolean {
  return nextStatuses[status].length === 0;
}

export interface NewUpdate {
  project: Project;
  source: UpdateSource;
  /** Any branch other than the project's becomes a preview with its own address. */
  branch?: string | undefined;
  /** Where the update will be published, if that doesn't follow from the branch. */
  subdomain?: string;
  trigger?: UpdateTrigger | undefined;
  pushed?: PushedCommit | null | undefined;
}

export function newUpdate(request: NewUpdate, clock: Clock): Update {
  const { project, source, branch = project.branch, trigger = null, pushed = null } = request;
  return {
    id: newId("upd", clock),
    kind: "build",
    organizationId: project.organizationId,
    projectId: project.id,
    subdomain: request.subdomain ?? subdomainOf(project, branch),
    branch,
    source,
    status: "queued",
    summary: "Waiting for a worker.",
    createdAt: clock.now(),
    endedAt: null,
    commit: pushed && { sha: pushed.sha, ref: branch, message: pushed.message ?? null, filesChanged: null },
    author: null,
    screenshotLight: null,
    screenshotDark: null,
    artifact: null,
    problems: null,
    trigger,
    pushed,
    builtSha: null,
    sources: null,
  };
}
