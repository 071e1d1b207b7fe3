import type { CodeHost } from "../code-hosts/code-host.ts";
import type { CommitToPush } from "../git-host/push-commit.ts";
import type { InsidePush } from "../git-host/receive-push.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { KeyedModel } from "../platform/model/project-model.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";
import type { SourceLocation } from "../updates/steps/fetch-source.ts";

/** What the editor needs besides the database, different in tests. */
export interface EditorHosting {
  /** For reading: works without a token where the repository is public. */
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** For pushing. */
  locateToPush(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  chooseCodeHost(project: Project, signal: AbortSignal): Promise<CodeHost>;
  /** Moves a branch of the built-in host, and triggers what a push would. */
  pushHosted(project: Project, move: CommitToPush, signal: AbortSignal, push?: InsidePush): Promise<void>;
  /** Where checkouts and caches of previews are. */
  folder: string;
}

export interface EditorDeps extends EditorHosting {
  database: Database;
  objects: ObjectStore;
  queue: Queue;
  clock: Clock;
  log: Log;
  /** The server's public address. */
  url: string;
  repositoriesFolder: string;
  /** The address of a project's published site. */
  siteUrl(subdomain: string): string;
  /** The language model of the agent, if there is one. */
  findAgentModel(): Promise<KeyedModel | undefined>;
  stopping: AbortSignal;
}
