import type { UpdateSource, UpdateStatusWord } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import type { Project } from "../projects/store.ts";

export interface Update {
  id: string;
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
}

export interface Commit {
  sha: string;
  ref: string | null;
  message: string | null;
  filesChanged: FilesChanged | null;
}

export interface FilesChanged {
  added: string[];
  modified: string[];
  removed: string[];
}

export interface Author {
  name: string;
  avatarUrl: string | null;
  githubUserId: number | null;
}

/** Every move there is. A queued update fails without having run when it is cancelled or given up. */
export const nextStatuses: Readonly<Record<UpdateStatusWord, readonly UpdateStatusWord[]>> = {
  queued: ["in_progress", "failure"],
  in_progress: ["success", "failure"],
  success: [],
  failure: [],
};

export function isEnded(status: UpdateStatusWord): boolean {
  return nextStatuses[status].length === 0;
}

export function newUpdate(project: Project, source: UpdateSource, clock: Clock): Update {
  return {
    id: newId("upd", clock),
    organizationId: project.organizationId,
    projectId: project.id,
    subdomain: project.domain,
    branch: project.branch,
    source,
    status: "queued",
    summary: "Waiting for a worker.",
    createdAt: clock.now(),
    endedAt: null,
    commit: null,
    author: null,
    screenshotLight: null,
    screenshotDark: null,
  };
}
