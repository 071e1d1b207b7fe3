import type { EventDeps } from "../activity/events/record-event.ts";
import type { ChooseCodeHost } from "../code-hosts/code-host.ts";
import type { AgentJobOutcome } from "../contract/schemas.ts";
import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { CommitToPush } from "../git-host/push-commit.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { ModelChoice } from "../platform/model/model-choice.ts";
import type { SpendBound } from "../platform/model-prices.ts";
import type { Project } from "../projects/store.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SourceLocation } from "../updates/steps/fetch-source.ts";
import type { AgentJob } from "./agent-job.ts";
import type { JobEvents } from "./job-events.ts";
import type { AgentTurn, TurnReport } from "./turn-store.ts";

export interface RunAgentDeps extends EventDeps {
  database: Database;
  log: Log;
  pool: RenderPool;
  /** Where jobs check out documentation. */
  treesFolder: string;
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The server's language model, if it has one. */
  model: AgentModel | undefined;
  chooseCodeHost: ChooseCodeHost;
  /** Moves a branch of a hosted repository from a commit to another, and triggers what a push would. */
  pushHosted(project: Project, move: CommitToPush, signal: AbortSignal): Promise<void>;
}

/** What a worker runs jobs with. Each job asks for the model when it begins. */
export interface AgentJobDeps extends Omit<RunAgentDeps, "model"> {
  findModel(): Promise<AgentModel | undefined>;
}

export interface AgentModel {
  choice: ModelChoice;
  key: string | undefined;
  /** For all jobs of one project. */
  tokensPerDay: number;
  spend: SpendBound | undefined;
  /** What tokens cost, for the metrics. */
  prices?: SpendBound["prices"];
  /** After this much silence the model is asked again. */
  silenceSeconds: number;
}

export interface Turn {
  job: AgentJob;
  turn: AgentTurn;
  project: Project;
  location: SourceLocation;
  events: JobEvents;
  /** Created by the turn and removed at its end. */
  folder: string;
  signal: AbortSignal;
}

export interface TurnEnd {
  outcome: Exclude<AgentJobOutcome, "failed">;
  /** What was changed, or why nothing was. */
  summary: string;
  model: string;
  prLink?: string | undefined;
  /** The tasks that can be requested. */
  help?: readonly string[];
}

/** The result of working on a prompt, before anything is written. */
export interface Work {
  changes: readonly FileChange[];
  report: TurnReport;
  /** The reason, for the commit message. */
  commitNote: string;
  /** What was changed, or why nothing was. */
  summary: string;
  /** Whether a part of the prompt is no task that can be done without a language model. */
  isMisunderstood: boolean;
  help: readonly string[];
}
