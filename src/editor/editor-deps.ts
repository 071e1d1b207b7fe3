import type { AgentModel } from "../agent/turn.ts";
import type { CodeHost } from "../code-hosts/code-host.ts";
import type { CommitToPush } from "../git-host/push-commit.ts";
import type { InsidePush } from "../git-host/receive-push.ts";
import type { CallPool } from "../platform/calls/call-pool.ts";
import type { EditorBounds } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import type { SourceLocation } from "../projects/source/find-tip.ts";
import type { Project } from "../projects/store.ts";
import type { DraftSourceDeps } from "./draft-source.ts";
import type { structureCalls } from "./structure-calls.ts";
import type { textCalls } from "./text-calls.ts";

/** The processes that work on authors' texts, within limits. The API process itself only does small, linear work. */
export type Texts = CallPool<typeof textCalls & typeof structureCalls>;

/** Everything that the editor needs in addition to the database. Tests replace parts of it. */
export interface EditorHosting extends DraftSourceDeps {
  /** The repository for pushing. */
  locateToPush(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  chooseCodeHost(project: Project, signal: AbortSignal): Promise<CodeHost>;
  /** The language model of the agent, if there is one. */
  findAgentModel(): Promise<AgentModel | undefined>;
  /** Moves a branch of the built-in host, and triggers the same events as a push. */
  pushHosted(project: Project, move: CommitToPush, signal: AbortSignal, push?: InsidePush): Promise<void>;
  /** The folder for checkouts and caches of previews. */
  folder: string;
  editors: EditorBounds;
  /** Hosts in the operator's own network that API descriptions may be fetched from. */
  allowedHosts: readonly string[];
}

export interface EditorDeps extends EditorHosting, Omit<Services, "secrets"> {
  /** The server's public address. */
  url: string;
  repositoriesFolder: string;
  /** Whether the server lets projects run their own scripts. */
  withAuthorCode: boolean;
  /** The address of a project's published site. */
  siteUrl(subdomain: string): string;
  stopping: AbortSignal;
  texts: Texts;
}
