import type { ChooseCodeHost } from "../code-hosts/code-host.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { ModelChoice } from "../platform/model/model-choice.ts";
import type { SpendBound } from "../platform/model-prices.ts";
import type { Project } from "../projects/store.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SourceLocation } from "../updates/steps/fetch-source.ts";
import type { AgentJob } from "./agent-job.ts";
import type { JobEvents } from "./job-events.ts";
import type { FileChange } from "./rules/rules-outcome.ts";
import type { AgentTurn, TurnReport } from "./turn-store.ts";

export interface RunAgentDeps {
  database: Database;
  clock: Clock;
  log: Log;
  pool: RenderPool;
  /** Where the documentation stands while a job works on it, and what the builds of a project share. */
  treesFolder: string;
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The language model of the installation, if it has one. */
  model: AgentModel | undefined;
  chooseCodeHost: ChooseCodeHost;
  /** A branch was moved without git's own push: what a push sets off is set off by this. */
  onPush(project: Project, branch: string, sha: string): Promise<void>;
}

export interface AgentModel {
  choice: ModelChoice;
  key: string | undefined;
  /** Of all jobs of one project. */
  tokensPerDay: number;
  spend: SpendBound | undefined;
  /** A model that says nothing for so long is asked again. */
  silenceSeconds: number;
}

export interface Turn {
  job: AgentJob;
  turn: AgentTurn;
  project: Project;
  location: SourceLocation;
  events: JobEvents;
  /** Does not exist yet; everything in it goes when the turn ends. */
  folder: string;
  signal: AbortSignal;
}

export interface TurnEnd {
  outcome: "changed" | "unchanged";
  text: string;
  model: string;
  prLink?: string | undefined;
  /** What can be asked for. */
  help?: readonly string[];
}

/** What was done about a prompt; nothing of it is written yet. */
export interface Work {
  changes: readonly FileChange[];
  report: TurnReport;
  /** Why, for the commit. */
  commitNote: string;
  /** One sentence for when nothing changed. */
  summary: string;
  help: readonly string[];
}
