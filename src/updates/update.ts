import type { UpdateSource, UpdateStatusWord } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import type { Project } from "../projects/store.ts";

/** `build` creates an artifact from a commit; `rollback` publishes an earlier one again. */
type UpdateKind = "build" | "rollback";

export interface Update {
  id: string;
  kind: UpdateKind;
  organizationId: string;
  projectId: string;
  subdomain: string;
  branch: string;
  source: UpdateSource;
  status: UpdateStatusWord;
  summary: string;
  createdAt: number;
  endedAt: number | null;
  commit: Commit | null;
  author: Author | null;
  screenshotLight: string | null;
  screenshotDark: string | null;
  /** The digest of the artifact it published, or that a rollback will publish. */
  artifact: string | null;
}

export interface Commit {
  sha: string;
  ref: string | null;
  message: string | null;
  filesChanged: FilesChanged | null;
}

interface FilesChanged {
  added: string[];
  modified: string[];
  removed: string[];
}

export interface Author {
  name: string;
  avatarUrl: string | null;
  githubUserId: number | null;
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

interface NewUpdate {
  project: Project;
  source: UpdateSource;
  /** Where it will be published: the project's own subdomain, or a preview's. */
  subdomain: string;
  branch: string;
}

export function newUpdate({ project, source, subdomain, branch }: NewUpdate, clock: Clock): Update {
  return {
    id: newId("upd", clock),
    kind: "build",
    organizationId: project.organizationId,
    projectId: project.id,
    subdomain,
    branch,
    source,
    status: "queued",
    summary: "Waiting for a worker.",
    createdAt: clock.now(),
    endedAt: null,
    commit: null,
    author: null,
    screenshotLight: null,
    screenshotDark: null,
    artifact: null,
  };
}
