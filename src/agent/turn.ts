import type { EventDeps } from "../activity/events/record-event.ts";
import type { ChooseCodeHost } from "../code-hosts/code-host.ts";
import type { AgentJobOutcome } from "../contract/schemas.ts";
import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { CommitToPush } from "../git-host/push-commit.ts";
import type { InsidePush } from "../git-host/receive-push.ts";
import type { ModelChoice } from "../platform/model/model-choice.ts";
import type { SpendBound } from "../platform/model-prices.ts";
import type { Services } from "../platform/services.ts";
import type { SourceLocation } from "../projects/source/find-tip.ts";
import type { Project } from "../projects/store.ts";
import type { CheckAddress, RenderPool } from "../site/rendering.ts";
import type { AgentJob } from "./agent-job.ts";
import type { startAgentProcess } from "./child/agent-process.ts";
import type { CodeRepository } from "./context/code-tools.ts";
import type { JobEvents } from "./job-events.ts";
import type { ProviderOutages } from "./model/provider-outages.ts";
import type { Refusal } from "./rules/refuse-prompt.ts";
import type { AgentTurn, TurnReport } from "./turn-store.ts";
import type { validateChanges } from "./validate-changes.ts";

export interface RunAgentDeps extends Omit<EventDeps, "queue">, Pick<Services, "database" | "log" | "queue"> {
  pool: RenderPool;
  /** By default, a process of its own. */
  startProcess?: typeof startAgentProcess;
  /** By default, a build of the docs. */
  validateChanges?: typeof validateChanges;
  /** The folder into which jobs check out documentation. */
  treesFolder: string;
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The server's language model, if it has one. */
  model: AgentModel | undefined;
  outages: ProviderOutages;
  /** The project's code repositories. */
  codeOf(project: Project): CodeRepository[];
  chooseCodeHost: ChooseCodeHost;
  /** Asks whether an address of another website works. */
  checkAddress: CheckAddress;
  /** Whether a job's automation wants a commit to the branch instead of a pull request. */
  wantsCommit(jobId: string): Promise<boolean>;
  /** Moves a branch of a hosted repository from one commit to another, with the same effects as a push. */
  pushHosted(project: Project, move: CommitToPush, signal: AbortSignal, push: InsidePush): Promise<void>;
}

/** The dependencies of a worker. The model is looked up when a job begins. */
export interface AgentJobDeps extends Omit<RunAgentDeps, "model" | "outages"> {
  findModel(): Promise<AgentModel | undefined>;
}

export interface AgentModel {
  choice: ModelChoice;
  key: string | undefined;
  /** The limit for all jobs of one project. */
  tokensPerDay: number;
  spend: SpendBound | undefined;
  /** The prices of tokens, for the metrics. */
  prices?: SpendBound["prices"];
  /** If the model is silent for this long, it is asked again. */
  silenceSeconds: number;
  /** How long jobs wait at first if the provider is down. */
  outageSeconds: number;
}

export interface Turn {
  job: AgentJob;
  turn: AgentTurn;
  project: Project;
  location: SourceLocation;
  events: JobEvents;
  /** The turn creates this folder and removes it at its end. */
  folder: string;
  signal: AbortSignal;
}

export interface TurnEnd {
  outcome: Exclude<AgentJobOutcome, "failed">;
  /** A sentence that says what was changed, or why nothing was changed. */
  summary: string;
  model: string;
  prLink?: string | undefined;
  /** What can be asked for instead. */
  refusal?: Refusal | undefined;
}

/** The result of working on a prompt, before anything is written. */
export interface Work {
  changes: readonly FileChange[];
  report: TurnReport;
  /** Where the changes come from, for the commit message. */
  commitNote: string;
  /** A sentence that says what was changed, or why nothing was changed. */
  summary: string;
  /** Set if the prompt isn't certainly a built-in task. */
  refusal?: Refusal | undefined;
  /** What the person has to answer before the work goes on. */
  question?: string;
  /** The new hosts, images and scripts, for the pull request; undefined if there are none. */
  outside?: string | undefined;
}
