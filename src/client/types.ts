// Generated from src/contract by `npm run generate`.
import type { CallOptions } from "../contract/send-request.ts";

/** The API of a Lectern server: parameters, query and body go in as one object, the reply comes out. */
export interface Client {
  /**
   * Get an agent job.
   *
   * Poll it until `status` is `completed`, `failed` or `archived`. Needs an admin key with the scope
   * `read`.
   */
  getAgentJob(input: GetAgentJobInput, options?: CallOptions): Promise<AgentJob>;

  /**
   * Create an agent job.
   *
   * Asks the agent to change the docs. It works on its own branch and opens a pull request. Needs an
   * admin key with the scope `write`. At most 100 requests per hour for each project. Safe to repeat
   * with `idempotencyKey`.
   */
  createAgentJob(input: CreateAgentJobInput, options?: CallOptions): Promise<AgentJob>;

  /**
   * List agent jobs.
   *
   * Lists a project's agent jobs, newest first. Needs an admin key with the scope `read`.
   */
  listAgentJobs(input: ListAgentJobsInput, options?: CallOptions): Promise<AgentJobPage>;

  /**
   * Follow an agent job.
   *
   * Streams what the agent does as it happens, and how the job ended. Needs an admin key with the scope
   * `read`. The reply is a stream of server-sent events: `status`, `step`, `message`, `plan`, `tool`,
   * `edit`, `validation`, `usage`, `heartbeat`, and `end`.
   */
  streamAgentJobEvents(input: StreamAgentJobEventsInput, options?: CallOptions): Promise<AsyncIterable<AgentJobEvent>>;

  /**
   * Send a follow-up.
   *
   * Continues a finished job on the same branch and pull request. Needs an admin key with the scope
   * `write`. At most 100 requests per hour for each project. Safe to repeat with `idempotencyKey`.
   */
  sendAgentMessage(input: SendAgentMessageInput, options?: CallOptions): Promise<AgentJob>;

  /**
   * Archive an agent job.
   *
   * Archives a job permanently. A running job is canceled first. Needs an admin key with the scope
   * `write`.
   */
  archiveAgentJob(input: ArchiveAgentJobInput, options?: CallOptions): Promise<AgentJob>;

  /**
   * Get the status of an update.
   *
   * Poll it until `status` is `success` or `failure`. Needs an admin key with the scope `read`.
   */
  getUpdateStatus(input: GetUpdateStatusInput, options?: CallOptions): Promise<UpdateStatus>;

  /**
   * Trigger an update.
   *
   * Builds and publishes the project's latest commit. Use the `statusId` in the response to get the
   * status. Needs an admin key with the scope `write`. At most 10 requests in 10 seconds for each
   * organization. Safe to repeat with `idempotencyKey`.
   */
  triggerUpdate(input: TriggerUpdateInput, options?: CallOptions): Promise<TriggeredUpdate>;

  /**
   * Publish a preview.
   *
   * Publishes a branch at its own address. Needs an admin key with the scope `write`. At most 5 requests
   * per minute for each organization. Safe to repeat with `idempotencyKey`.
   */
  createPreview(input: CreatePreviewInput, options?: CallOptions): Promise<TriggeredPreview>;

  /**
   * Roll back to an update.
   *
   * Republishes the site of an earlier update without rebuilding it. Needs an admin key with the scope
   * `write`. At most 10 requests in 10 seconds for each organization. Safe to repeat with
   * `idempotencyKey`.
   */
  rollBack(input: RollBackInput, options?: CallOptions): Promise<TriggeredUpdate>;

  /**
   * List updates.
   *
   * Lists a project's updates, newest first. Needs an admin key with the scope `read`.
   */
  listUpdates(input: ListUpdatesInput, options?: CallOptions): Promise<UpdatePage>;

  /**
   * List the problems of an update.
   *
   * What the build found in pages, settings and API descriptions. Empty until it is built. Needs an
   * admin key with the scope `read`.
   */
  listUpdateProblems(input: ListUpdateProblemsInput, options?: CallOptions): Promise<UpdateProblems>;

  /**
   * Follow an update.
   *
   * Streams status changes and log lines as they happen. Needs an admin key with the scope `read`. The
   * reply is a stream of server-sent events: `status` and `log`.
   */
  streamUpdateEvents(input: StreamUpdateEventsInput, options?: CallOptions): Promise<AsyncIterable<UpdateEvent>>;

  /**
   * Ask the assistant (v1).
   *
   * For chat SDK 4. Deprecated: clients of chat SDK 5 and later use v2. Needs an assistant key. At most
   * 10,000 requests per hour for each organization. At most 10,000 requests per day for each address.
   *
   * @deprecated clients of chat SDK 5 and later use v2.
   */
  sendMessageV1(input: SendMessageV1Input, options?: CallOptions): Promise<ChunkStream>;

  /**
   * Ask the assistant (v2).
   *
   * For chat SDK 5 and later. Needs an assistant key. At most 10,000 requests per hour for each
   * organization. At most 10,000 requests per day for each address.
   */
  sendMessageV2(input: SendMessageV2Input, options?: CallOptions): Promise<ChunkStream>;

  /**
   * Search the documentation.
   *
   * Returns the best-matching pages, each with the matching passage. Needs an assistant key. At most
   * 10,000 requests per hour for each organization. At most 10,000 requests per day for each address.
   */
  searchPages(input: SearchPagesInput, options?: CallOptions): Promise<SearchResult[]>;

  /**
   * Get a page as Markdown.
   *
   * Returns a published page, with its components converted to Markdown. Needs an assistant key. At most
   * 10,000 requests per hour for each organization. At most 10,000 requests per day for each address.
   */
  readPage(input: ReadPageInput, options?: CallOptions): Promise<PageContent>;

  /**
   * Rate an answer.
   *
   * Stores a reader's rating of an answer, with an optional comment. Needs an assistant key. At most
   * 10,000 requests per hour for each organization. At most 10,000 requests per day for each address.
   */
  sendFeedback(input: SendFeedbackInput, options?: CallOptions): Promise<undefined>;

  /**
   * List pull requests.
   *
   * Lists a project's pull requests, newest first. Needs an admin key with the scope `read`.
   */
  listPullRequests(input: ListPullRequestsInput, options?: CallOptions): Promise<PullRequestPage>;

  /**
   * Open a pull request.
   *
   * Opens a pull request for a pushed branch and publishes a branch preview. Needs an admin key with the
   * scope `write`.
   */
  openPullRequest(input: OpenPullRequestInput, options?: CallOptions): Promise<PullRequest>;

  /**
   * Get a pull request.
   *
   * Returns it with its commits, its diff, its comments and its reviews. Needs an admin key with the
   * scope `read`.
   */
  getPullRequest(input: GetPullRequestInput, options?: CallOptions): Promise<PullRequest>;

  /**
   * Change a pull request.
   *
   * Changes the title or description, marks it as ready, or closes or reopens it. Fields you omit stay
   * unchanged. Needs an admin key with the scope `write`.
   */
  changePullRequest(input: ChangePullRequestInput, options?: CallOptions): Promise<PullRequest>;

  /**
   * Comment on a pull request.
   *
   * Adds a general comment, a comment on a line of the diff, or a reply. Needs an admin key with the
   * scope `write`. Safe to repeat with `idempotencyKey`.
   */
  commentPullRequest(input: CommentPullRequestInput, options?: CallOptions): Promise<PullRequestComment>;

  /**
   * Change a comment.
   *
   * Edits your own comment, or resolves or reopens a thread. Needs an admin key with the scope `write`.
   */
  changePullRequestComment(input: ChangePullRequestCommentInput, options?: CallOptions): Promise<PullRequestComment>;

  /**
   * Delete a comment.
   *
   * Authors delete their own comments, admins any. Replies stay. Needs an admin key with the scope
   * `write`.
   */
  deletePullRequestComment(input: DeletePullRequestCommentInput, options?: CallOptions): Promise<undefined>;

  /**
   * Review a pull request.
   *
   * Approves it, requests changes or comments. Only people approve and request changes, and not on their
   * own pull requests: use a personal access token. Needs an admin key with the scope `write`. Safe to
   * repeat with `idempotencyKey`.
   */
  reviewPullRequest(input: ReviewPullRequestInput, options?: CallOptions): Promise<PullRequestReview>;

  /**
   * Merge a pull request.
   *
   * Merges it into its base, which is then published. The rules of a protected branch may require
   * approvals first. Needs an admin key with the scope `write`.
   */
  mergePullRequest(input: MergePullRequestInput, options?: CallOptions): Promise<PullRequest>;

  /**
   * Close a pull request.
   *
   * Closes the pull request without merging it. Needs an admin key with the scope `write`.
   */
  closePullRequest(input: ClosePullRequestInput, options?: CallOptions): Promise<PullRequest>;

  /**
   * Get analytics by day.
   *
   * Returns readers' activity by day. Needs an admin key with the scope `read`.
   */
  getInsightOverview(input: GetInsightOverviewInput, options?: CallOptions): Promise<InsightOverview>;

  /**
   * List searches.
   *
   * Lists readers' searches, most frequent first. Needs an admin key with the scope `read`.
   */
  listInsightSearches(input: ListInsightSearchesInput, options?: CallOptions): Promise<InsightSearches>;

  /**
   * List page analytics.
   *
   * Lists activity by page, most active first. Needs an admin key with the scope `read`.
   */
  listInsightPages(input: ListInsightPagesInput, options?: CallOptions): Promise<InsightPages>;

  /**
   * List questions.
   *
   * Lists readers' questions and their outcomes, newest first. Needs an admin key with the scope `read`.
   */
  listInsightQuestions(input: ListInsightQuestionsInput, options?: CallOptions): Promise<InsightQuestions>;

  /**
   * List page ratings.
   *
   * Lists readers' ratings of pages with reasons and comments, newest first. Needs an admin key with the
   * scope `read`.
   */
  listInsightRatings(input: ListInsightRatingsInput, options?: CallOptions): Promise<InsightRatings>;

  /**
   * List conversations.
   *
   * Lists conversations with the assistant, newest first. Needs an admin key with the scope `read`.
   */
  listInsightConversations(input: ListInsightConversationsInput, options?: CallOptions): Promise<InsightConversations>;

  /**
   * Get a conversation.
   *
   * Needs an admin key with the scope `read`.
   */
  getInsightConversation(input: GetInsightConversationInput, options?: CallOptions): Promise<InsightConversation>;

  /**
   * List judged questions.
   *
   * Lists the questions that the project's answers are measured with, newest first. Needs an admin key
   * with the scope `read`.
   */
  listEvaluationQuestions(input: ListEvaluationQuestionsInput, options?: CallOptions): Promise<EvaluationQuestions>;

  /**
   * Add a question.
   *
   * Adds a question that no reader has asked. Say which pages should answer it, or that none does. Needs
   * an admin key with the scope `write`. Safe to repeat with `idempotencyKey`.
   */
  addEvaluationQuestion(input: AddEvaluationQuestionInput, options?: CallOptions): Promise<EvaluationQuestion>;

  /**
   * Judge an answer.
   *
   * Adds a reader's question to the project's own, with what you think of its answer. Replaces an
   * earlier judgment. Needs an admin key with the scope `write`.
   */
  judgeAnswer(input: JudgeAnswerInput, options?: CallOptions): Promise<EvaluationQuestion>;

  /**
   * Change a judged question.
   *
   * Changes which pages should answer a question, or judges the latest answer to it. Needs an admin key
   * with the scope `write`.
   */
  changeEvaluationQuestion(input: ChangeEvaluationQuestionInput, options?: CallOptions): Promise<EvaluationQuestion>;

  /**
   * Remove a judged question.
   *
   * Also removes its results. The reader's conversation stays. Needs an admin key with the scope
   * `write`.
   */
  removeEvaluationQuestion(input: RemoveEvaluationQuestionInput, options?: CallOptions): Promise<undefined>;

  /**
   * Start an evaluation.
   *
   * Asks all judged questions again on the published site. This also happens after each update. Get the
   * evaluation until its `status` is `completed` or `failed`; until then, no other can be started. Needs
   * an admin key with the scope `write`.
   */
  runEvaluation(input: RunEvaluationInput, options?: CallOptions): Promise<EvaluationSummary>;

  /**
   * List evaluations.
   *
   * Lists how good the answers were after each update, newest first. Needs an admin key with the scope
   * `read`.
   */
  listEvaluations(input: ListEvaluationsInput, options?: CallOptions): Promise<Evaluations>;

  /**
   * Get an evaluation.
   *
   * Returns the result of each question, answers that got worse first. Needs an admin key with the scope
   * `read`.
   */
  getEvaluation(input: GetEvaluationInput, options?: CallOptions): Promise<Evaluation>;

  /**
   * Get the OpenAPI document.
   *
   * This API, as OpenAPI 3.1. Needs no key.
   */
  getOpenApi(input?: Record<string, never>, options?: CallOptions): Promise<Record<string, unknown>>;

  /**
   * Get health.
   *
   * Reports whether the process is alive. Needs no key.
   */
  getHealth(input?: Record<string, never>, options?: CallOptions): Promise<Health>;

  /**
   * Get readiness.
   *
   * Reports whether this node can answer: the database answers, the artifact store can be written to,
   * the disk has space, and it is not shutting down. Needs no key.
   */
  getReadiness(input?: Record<string, never>, options?: CallOptions): Promise<ReadyState>;

  /**
   * Get metrics.
   *
   * In the Prometheus text format. Needs no key.
   */
  getMetrics(input?: Record<string, never>, options?: CallOptions): Promise<string>;
}

export interface AddEvaluationQuestionInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  question: string;
  /** Only pages in this language are searched. */
  language?: string;
  /** Only pages of this version are searched. */
  version?: string;
  /**
   * Paths of the pages that should answer, such as `/guides/install`. For a right answer, it defaults to
   * the first page it cites.
   */
  pages?: string[];
  /** The pages don't answer the question, so the assistant should say so. */
  notInDocs?: boolean;
  /** A note for other members. */
  note?: string;
}

export interface AgentEditEvent {
  /** The path of the file in the content directory. */
  path: string;
  change: "added" | "modified" | "removed" | "renamed";
  /** The path before the file was renamed. */
  previousPath?: string;
  /** The change as a unified diff, truncated if long. */
  diff: string;
  /** Time of the event. */
  at: string;
}

export interface AgentEndEvent {
  /** `not_understood`: nothing was changed because the built-in tasks don't cover the prompt. */
  outcome: "changed" | "unchanged" | "not_understood" | "failed" | "archived";
  /** Why it failed. */
  kind?: "no-access" | "no-model" | "time" | "budget" | "policy" | "conflict" | "internal";
  /** The result and, if the job failed, what to do. */
  text: string;
  /** The tasks that work without a language model. */
  help?: string[];
  /** Time of the event. */
  at: string;
}

/** A step of the job. */
export interface AgentEvent {
  /** The step: prepare, work, validate, commit, push or pull-request. */
  step?: string;
  /** What the step does. */
  text?: string;
  /** Time of the event. */
  at: string;
  [name: string]: unknown;
}

export interface AgentHeartbeatEvent {
  /** What the job is doing. */
  text: string;
  /** Time of the event. */
  at: string;
}

export interface AgentJob {
  /** Unique identifier of the agent job. */
  id: string;
  /** Current status of the job. */
  status: AgentJobStatus;
  /** Information about the source repository. */
  source: {
    /** Full URL of the hosted source repository. */
    repository: string;
    /** Git branch the agent works on; `null` until it exists. */
    ref: string | null;
  };
  /** AI model used for the job. */
  model: string;
  /** URL of the pull request. `null` while the job is `active`, and when no file was modified. */
  prLink: string | null;
  /** Creation timestamp of the job. */
  createdAt: string;
  /** Timestamp of archival of the job. */
  archivedAt: string | null;
  /** The prompt that created the job. */
  prompt: string;
  /**
   * The result of the latest prompt; `null` until it ends. `not_understood`: the built-in tasks don't
   * cover the prompt, and nothing was changed.
   */
  outcome: "changed" | "unchanged" | "not_understood" | "failed" | null;
  /** The result in plain words: what was changed, or why nothing was, or why the job failed. */
  summary: string | null;
  /** When a worker started on the latest prompt. */
  startedAt: string | null;
  /** When the work on the latest prompt ended. */
  endedAt: string | null;
  /** What all prompts of the job used. Built-in tasks use nothing. */
  usage: {
    /** How many replies the language model gave. */
    steps: number;
    /** Tokens sent to the language model. */
    inputTokens: number;
    /** Tokens the language model wrote. */
    outputTokens: number;
    /** The cost in the operator's currency; only if the operator has set prices. */
    cost?: number;
  };
}

export type AgentJobEvent =
  | { id: number; event: "status"; data: StatusEvent }
  | { id: number; event: "step"; data: AgentEvent }
  | { id: number; event: "message"; data: AgentMessageEvent }
  | { id: number; event: "plan"; data: AgentPlanEvent }
  | { id: number; event: "tool"; data: AgentToolEvent }
  | { id: number; event: "edit"; data: AgentEditEvent }
  | { id: number; event: "validation"; data: AgentValidationEvent }
  | { id: number; event: "usage"; data: AgentUsageEvent }
  | { id: number; event: "heartbeat"; data: AgentHeartbeatEvent }
  | { id: number; event: "end"; data: AgentEndEvent };

export interface AgentJobPage {
  jobs: AgentJob[];
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: string | null;
}

/** Current status of the job. */
export type AgentJobStatus = "active" | "completed" | "archived" | "failed";

export interface AgentMessageEvent {
  /** The sender. */
  role: "user" | "agent";
  /** A prompt, or a message from the agent. */
  text: string;
  /** Time of the event. */
  at: string;
}

export interface AgentPlanEvent {
  /** What the agent plans to do. */
  text: string;
  /** Time of the event. */
  at: string;
}

export interface AgentToolEvent {
  /** Name of the tool. */
  name: string;
  /** Its input, shortened. */
  input: string;
  /** Its result, shortened. */
  result: string;
  /** False if the tool refused. */
  ok: boolean;
  /** Time of the event. */
  at: string;
}

export interface AgentUsageEvent {
  /** How many replies the model gave to this prompt. */
  steps: number;
  inputTokens: number;
  outputTokens: number;
  /** The cost of this prompt so far, in the operator's currency; only if the operator has set prices. */
  cost?: number;
  /** Time of the event. */
  at: string;
}

export interface AgentValidationEvent {
  /** The number of pages with the changes. */
  pages: number;
  /** New errors. They stop the job. */
  errors: number;
  /** New warnings, such as broken links. Existing ones don't count. */
  warnings: number;
  /** The first new problems, with file and line. */
  problems: string[];
  /** Time of the event. */
  at: string;
}

export interface ArchiveAgentJobInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the agent job. */
  id: string;
}

export interface AssistantMessage {
  /** Message identifier. */
  id?: string;
  /** Role of the sender; `user` for a user message. */
  role: string;
  /** Text of the message (version 4). */
  content?: unknown;
  /** Message parts: `text`, and `file` for attachments. Others are skipped. */
  parts?: {
    type: string;
    /** The text of a `text` part. */
    text?: unknown;
    /** The content of a `file` part, as a `data:` URL. */
    url?: unknown;
    /** The media type of a `file` part. */
    mediaType?: unknown;
    /** The name of a `file` part. */
    filename?: unknown;
  }[];
  /** Attachments (version 4): a list of objects with `name`, `contentType` and a `data:` `url`. */
  experimental_attachments?: unknown;
  annotations?: unknown;
  metadata?: unknown;
}

export interface ChangeEvaluationQuestionInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the question. */
  id: string;
  /** What you think of the latest answer to the question, which replaces the judged one. */
  judgment?: "right" | "partly" | "wrong";
  /**
   * Paths of the pages that should answer, such as `/guides/install`. For a right answer, it defaults to
   * the first page it cites.
   */
  pages?: string[];
  /** The pages don't answer the question, so the assistant should say so. */
  notInDocs?: boolean;
  /** A note for other members. */
  note?: string;
}

export interface ChangePullRequestCommentInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** The number of the comment in its pull request. */
  comment: string;
  /** The text, in Markdown. */
  body?: string;
  /** `true` resolves the thread, `false` reopens it. */
  resolved?: boolean;
}

export interface ChangePullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** The title, on one line. */
  title?: string;
  /** The description, in Markdown. */
  body?: string;
  /** Whether the pull request is a draft, which can't be merged yet. */
  draft?: boolean;
  /** `open` reopens a closed pull request. */
  status?: "open" | "closed";
}

export interface ChangedFile {
  path: string;
  /** The path before, if the file was renamed. */
  previousPath?: string;
  /** What happened to the file. */
  status: "added" | "removed" | "modified" | "renamed";
  /** How much of a renamed file is unchanged, in percent; 100 if all of it is. */
  similarity?: number;
  /** Number of lines added. */
  additions: number;
  /** Number of lines removed. */
  deletions: number;
  /** Identifies this version of the file. */
  blob?: string;
  /** Whether you marked this version as viewed. */
  isViewed?: boolean;
  /** The hunks in git's format. Missing for binary files and long diffs. */
  patch?: string;
}

export interface ClosePullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
}

export interface CommentPullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** The text, in Markdown. */
  body: string;
  /** The comment to reply to. */
  replyTo?: number;
  /** The line to comment on. Omit it for a general comment or a reply. */
  place?: {
    /** A file that the pull request changes. */
    path: string;
    /** Whether the line is of the file before or after the change. */
    side: "old" | "new";
    /** A line that the diff shows. */
    line: number;
    /** The head you are looking at. If the branch has changed since, the comment is rejected. */
    sha: string;
  };
}

export interface CreateAgentJobInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** What the agent should do, in plain language. */
  prompt: string;
  /** Branch to start from. Defaults to the project's branch. */
  ref?: string;
  /** Model to use. Defaults to the project's model. */
  model?: string;
}

export interface CreatePreviewInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The branch to publish. */
  branch: string;
}

export interface DeletePullRequestCommentInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** The number of the comment in its pull request. */
  comment: string;
}

export interface Evaluation {
  id: string;
  /** Status ID of the update it followed; `null` if it was started by hand. */
  updateId: string | null;
  /** It ends as `completed` or `failed`. */
  status: "queued" | "completed" | "failed";
  /** Questions that were asked. */
  questions: number;
  /** Right answers. */
  right: number;
  /** Partly right answers. */
  partly: number;
  /** Wrong answers. */
  wrong: number;
  /** Answers that changed, so that a member has to judge them again. */
  unknown: number;
  /** Answers that are better than before. */
  better: number;
  /** Answers that are worse than before. */
  worse: number;
  /** When it was requested. */
  createdAt: string;
  /** When it ended. */
  endedAt: string | null;
  results: {
    questionId: string;
    question: string;
    /** Paths of the pages that should answer. */
    pages: string[];
    /** Whether the assistant should say that the pages don't answer it. */
    notInDocs: boolean;
    /** The result. */
    result: "right" | "partly" | "wrong" | "unknown";
    /** The result it is compared with. */
    before: "right" | "partly" | "wrong" | null;
    /** The outcome. `stopped` means that the reader left before the answer was complete. */
    outcome: QuestionOutcome;
    /** Paths of the pages the answer cites. */
    cited: string[];
    /** Whether the text is the one that was judged; `null` if none was. */
    isSameText: boolean | null;
    /** The answer; kept for the newest evaluation only. */
    answer: string | null;
  }[];
}

export interface EvaluationQuestion {
  id: string;
  question: string;
  /** What was said before the question. */
  earlier: {
    /** Who said it. */
    role: "user" | "assistant";
    text: string;
  }[];
  /** Only pages in this language are searched. */
  language: string | null;
  /** Only pages of this version are searched. */
  version: string | null;
  /** Paths of the pages that should answer. */
  pages: string[];
  /** Whether the assistant should say that the pages don't answer it. */
  notInDocs: boolean;
  /** A note for other members. */
  note: string | null;
  /** What a member thinks of the answer; `null` if nobody judged one. */
  judgment: "right" | "partly" | "wrong" | null;
  /** The judged answer. */
  answer: string | null;
  /** The outcome of the judged answer. */
  outcome: "answered" | "suggested" | "not_in_docs" | "small_talk" | "failed" | "stopped" | null;
  /** Paths of the pages the judged answer cites. */
  cited: string[];
  /** ID of the judged answer's message, if a reader got it. */
  answerId: string | null;
  /** Who judged or added it. */
  judgedBy: string;
  /** When it was last judged or changed. */
  updatedAt: string;
}

export interface EvaluationQuestions {
  /** Newest first; a project can have 200. */
  questions: EvaluationQuestion[];
}

export interface EvaluationSummary {
  id: string;
  /** Status ID of the update it followed; `null` if it was started by hand. */
  updateId: string | null;
  /** It ends as `completed` or `failed`. */
  status: "queued" | "completed" | "failed";
  /** Questions that were asked. */
  questions: number;
  /** Right answers. */
  right: number;
  /** Partly right answers. */
  partly: number;
  /** Wrong answers. */
  wrong: number;
  /** Answers that changed, so that a member has to judge them again. */
  unknown: number;
  /** Answers that are better than before. */
  better: number;
  /** Answers that are worse than before. */
  worse: number;
  /** When it was requested. */
  createdAt: string;
  /** When it ended. */
  endedAt: string | null;
}

export interface Evaluations {
  /** Newest first; the last 100 are kept. */
  evaluations: EvaluationSummary[];
}

export interface GetAgentJobInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the agent job. */
  id: string;
}

export interface GetEvaluationInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the evaluation. */
  id: string;
}

export interface GetInsightConversationInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the conversation. */
  id: string;
}

export interface GetInsightOverviewInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The first day, in UTC. Defaults to 30 days before the last day. */
  from?: string;
  /** The last day, in UTC. Defaults to today. */
  to?: string;
}

export interface GetPullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
}

export interface GetUpdateStatusInput {
  /** The status ID of a triggered update. */
  statusId: string;
}

export interface Health {
  status: string;
}

export interface InsightConversation {
  id: string;
  /** When the conversation started. */
  createdAt: string;
  /** When the last message was sent. */
  updatedAt: string;
  /** The latest 200 messages, oldest first. */
  messages: {
    id: string;
    role: "user" | "assistant";
    text: string;
    /** When the message was sent. */
    createdAt: string;
  }[];
}

export interface InsightConversations {
  conversations: {
    id: string;
    /** The first question. */
    firstQuestion: string;
    /** Number of messages. */
    messages: number;
    /** When the conversation started. */
    createdAt: string;
    /** When the last message was sent. */
    updatedAt: string;
  }[];
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: string | null;
}

export interface InsightOverview {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** Every day in the range, including days without activity. */
  days: {
    /** The day, in UTC. */
    day: string;
    /** Searches by readers on the site. */
    searches: number;
    /** Searches without results. */
    searchesWithoutResult: number;
    /** Search results opened. */
    clicks: number;
    /** Questions to the assistant, on the site and through the API. */
    questions: number;
    /** Questions answered from the pages. */
    answered: number;
    /** Questions answered with sections that may help. */
    suggested: number;
    /** Questions the pages did not answer. */
    notInDocs: number;
    /** Answers that failed because of an error of the server or the model. */
    failed: number;
    /** Answers rated helpful. */
    helpful: number;
    /** Answers rated not helpful. */
    notHelpful: number;
    /** Page ratings: helpful. */
    pagesHelpful: number;
    /** Page ratings: not helpful. */
    pagesNotHelpful: number;
    /** Searches by AI tools over MCP. */
    toolSearches: number;
    /** Pages read by AI tools over MCP. */
    toolReads: number;
  }[];
  totals: {
    /** Searches by readers on the site. */
    searches: number;
    /** Searches without results. */
    searchesWithoutResult: number;
    /** Search results opened. */
    clicks: number;
    /** Questions to the assistant, on the site and through the API. */
    questions: number;
    /** Questions answered from the pages. */
    answered: number;
    /** Questions answered with sections that may help. */
    suggested: number;
    /** Questions the pages did not answer. */
    notInDocs: number;
    /** Answers that failed because of an error of the server or the model. */
    failed: number;
    /** Answers rated helpful. */
    helpful: number;
    /** Answers rated not helpful. */
    notHelpful: number;
    /** Page ratings: helpful. */
    pagesHelpful: number;
    /** Page ratings: not helpful. */
    pagesNotHelpful: number;
    /** Searches by AI tools over MCP. */
    toolSearches: number;
    /** Pages read by AI tools over MCP. */
    toolReads: number;
  };
}

export interface InsightPages {
  pages: {
    /** The path of the page. */
    page: string;
    /** Searches started on this page. */
    searches: number;
    /** Search results that led to this page. */
    clicks: number;
    /** Questions asked on this page. */
    questions: number;
    /** Readers who rated it helpful. */
    helpful: number;
    /** Readers who rated it not helpful. */
    notHelpful: number;
    /** Number of times AI tools read it over MCP. */
    toolReads: number;
  }[];
}

export interface InsightQuestions {
  questions: {
    /** The ID of the answer's message. */
    id: string;
    conversationId: string;
    question: string;
    /** The outcome. `stopped` means that the reader left before the answer was complete. */
    outcome: QuestionOutcome;
    /** Paths of the pages cited in the answer. */
    sources: string[];
    /** The page the reader was on. */
    page: string | null;
    /** The language of the pages that were searched. */
    language: string | null;
    /** The model that answered, or the built-in answers. */
    model: string;
    /** The duration in milliseconds. */
    durationMilliseconds: number;
    /** The reader's rating; `null` if not rated. */
    helpful: boolean | null;
    /**
     * The reason the reader chose: `solved`, `clear`, `examples`, `other` for a helpful answer, `wrong`,
     * `off_topic`, `missing`, `outdated`, `unclear`, `other` for one that wasn't. `null` if the reader
     * chose none.
     */
    reason: string | null;
    /** The reader's comment. */
    comment: string | null;
    /** When the question was asked. */
    createdAt: string;
  }[];
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: string | null;
}

export interface InsightRatings {
  ratings: {
    /** The path of the page. */
    page: string;
    /** Whether the reader found the page helpful. */
    helpful: boolean;
    /**
     * The reason the reader chose: `solved`, `clear`, `examples`, `other` for a helpful page, `missing`,
     * `unclear`, `outdated`, `not_working`, `other` for one that wasn't. `null` if the reader chose none.
     */
    reason: string | null;
    /** The reader's comment. */
    comment: string | null;
    /** When the page was rated. */
    createdAt: string;
  }[];
}

export interface InsightSearches {
  searches: {
    /** The query, in lower case. */
    query: string;
    /** Number of searches. */
    searches: number;
    /** Searches without results. */
    withoutResult: number;
    /** Number of times a result was opened. */
    clicks: number;
  }[];
}

export interface JudgeAnswerInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** ID of the answer's message: the `id` of a listed question. */
  answerId: string;
  /** What a member thinks of the answer. */
  judgment: "right" | "partly" | "wrong";
  /**
   * Paths of the pages that should answer, such as `/guides/install`. For a right answer, it defaults to
   * the first page it cites.
   */
  pages?: string[];
  /** The pages don't answer the question, so the assistant should say so. */
  notInDocs?: boolean;
  /** A note for other members. */
  note?: string;
}

export interface ListAgentJobsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Current status of the job. */
  status?: AgentJobStatus;
  /** Maximum number of results. */
  limit?: number;
  /** `nextCursor` from the previous page. */
  cursor?: string;
}

export interface ListEvaluationQuestionsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
}

export interface ListEvaluationsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
}

export interface ListInsightConversationsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Maximum number of results. */
  limit?: number;
  /** `nextCursor` from the previous page. */
  cursor?: string;
}

export interface ListInsightPagesInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The first day, in UTC. Defaults to 30 days before the last day. */
  from?: string;
  /** The last day, in UTC. Defaults to today. */
  to?: string;
  /** The maximum number of rows. */
  limit?: number;
}

export interface ListInsightQuestionsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The outcome. `stopped` means that the reader left before the answer was complete. */
  outcome?: QuestionOutcome;
  /** Only questions whose answers have this rating. */
  helpful?: boolean;
  /** Maximum number of results. */
  limit?: number;
  /** `nextCursor` from the previous page. */
  cursor?: string;
}

export interface ListInsightRatingsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The first day, in UTC. Defaults to 30 days before the last day. */
  from?: string;
  /** The last day, in UTC. Defaults to today. */
  to?: string;
  /** The maximum number of rows. */
  limit?: number;
}

export interface ListInsightSearchesInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The first day, in UTC. Defaults to 30 days before the last day. */
  from?: string;
  /** The last day, in UTC. Defaults to today. */
  to?: string;
  /** The maximum number of rows. */
  limit?: number;
  /** Only searches that found nothing, the most frequent first. */
  withoutResult?: boolean;
}

export interface ListPullRequestsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Status of the pull request. */
  status?: "open" | "closed" | "merged";
  /** Maximum number of results. */
  limit?: number;
  /** `nextCursor` from the previous page. */
  cursor?: string;
}

export interface ListUpdateProblemsInput {
  /** The status ID of a triggered update. */
  statusId: string;
}

export interface ListUpdatesInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Status of the update. */
  status?: UpdateStatusWord;
  /** Maximum number of results. */
  limit?: number;
  /** `nextCursor` from the previous page. */
  cursor?: string;
}

export interface LogEvent {
  /** One complete log line. */
  line: string;
  /** Time of the event. */
  at: string;
}

export interface MergePullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** Keep every commit, or make one of them; `merge` without it. */
  method?: "merge" | "squash";
  /** The head you reviewed. If the branch has changed since, nothing is merged. */
  sha?: string;
}

export interface OpenPullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The branch that holds the change. Push it first. */
  head: string;
  /** The branch to merge it into. Defaults to the branch that is published. */
  base?: string;
  /** The title, on one line. */
  title: string;
  /** The description, in Markdown. */
  body?: string;
  /** Whether the pull request is a draft, which can't be merged yet. */
  draft?: boolean;
}

export interface PageContent {
  path: string;
  /** The page as Markdown. */
  content: string;
}

/** What the build found. A successful update can have problems; see the list for details. */
export interface ProblemCounts {
  /** Pages and API descriptions that could not be built. */
  errors: number;
  /** All warnings, new and existing. */
  warnings: number;
  /** Warnings that the published site doesn't have. Missing if that is unknown. */
  newWarnings?: number;
}

export interface PullRequest {
  /** Number of the pull request in the project. */
  number: number;
  title: string;
  /** Status of the pull request. */
  status: "open" | "closed" | "merged";
  /** Whether the pull request is a draft, which can't be merged yet. */
  draft: boolean;
  /** The branch with the changes. */
  head: string;
  /** The branch to merge into. */
  base: string;
  /** Who opened it. */
  author: string;
  labels: string[];
  /** URL of the pull request. */
  url: string;
  /** When it was opened. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it was merged or closed. */
  endedAt: string | null;
  /** Who merged or closed it. `null` if a push did. */
  endedBy: string | null;
  /** The description, in Markdown. */
  body: string;
  /** The latest commit of the head branch. */
  headSha: string;
  /** The merge base, which the diff is compared with. */
  baseSha: string;
  /** The merge commit. */
  mergeSha: string | null;
  /** Files with conflicts. The pull request can't be merged while there are any. */
  conflicts: string[];
  /** URL of the branch preview. `null` if there is none. */
  previewUrl: string | null;
  /** Results of the checks for the latest commit. */
  statuses: {
    /** Name of the check. */
    context: string;
    /** How it ended, if it did. */
    state: "pending" | "success" | "failure" | "error";
    description: string;
    url: string;
  }[];
  /** The latest 250 commits, oldest first. */
  commits: PullRequestCommit[];
  /** The changed files, at most 300. */
  files: ChangedFile[];
  /** Oldest first. */
  comments: PullRequestComment[];
  /** Oldest first. */
  reviews: PullRequestReview[];
  /** Whether you opened it, so that someone else has to review it. */
  isOwn: boolean;
  /** How many people have approved the current head. */
  approvals: number;
  /** How many approvals the rules of the base branch require. */
  requiredApprovals: number;
  /** Why the rules of the base branch don't let you merge it, each as a sentence. */
  blockers: string[];
  /** The site that merging publishes; `null` if it publishes nothing. */
  publishesTo: string | null;
  /** Whether `commits` or `files` is incomplete. */
  isCut: boolean;
}

export interface PullRequestComment {
  /** Number of the comment in the pull request. */
  number: number;
  /** Who wrote it. */
  author: string;
  /** Whether you wrote it, so that you can edit it. */
  isOwn: boolean;
  /** The text, in Markdown. Empty if the comment was deleted but has replies. */
  body: string;
  /** Whether it was deleted. Deleted comments are listed only if they have replies. */
  isDeleted: boolean;
  /** The number of the comment that started the thread. */
  replyTo?: number;
  /** The line it is about. Missing for general comments and for replies. */
  place?: {
    /** The file. */
    path: string;
    /** Whether the line is of the file before or after the change. */
    side: "old" | "new";
    /** Where the line is now; where it was, if it has changed since. */
    line: number;
    /** The head of the pull request when the comment was written. */
    sha: string;
    /** The line as it was. */
    text: string;
    /** Whether the line has changed since. */
    isOutdated: boolean;
  };
  /** When the thread was resolved; `null` while it is open. */
  resolvedAt: string | null;
  /** Who resolved the thread. */
  resolvedBy: string | null;
  /** When it was written. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

export interface PullRequestCommit {
  sha: string;
  message: string;
  authorName: string;
  /** When the change was made. */
  authoredAt: string;
}

export interface PullRequestPage {
  pullRequests: PullRequestSummary[];
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: string | null;
}

export interface PullRequestReview {
  /** Number of the comment in the pull request. */
  number: number;
  /** Who reviewed it. */
  author: string;
  /** The verdict of the review. */
  verdict: "approve" | "request_changes" | "comment";
  /** The text, in Markdown. */
  body: string;
  /** The head that was reviewed. */
  sha: string;
  /** Whether it is the last verdict of its author. */
  isCurrent: boolean;
  /** Whether the branch has changed since. Approvals that are outdated don't count. */
  isOutdated: boolean;
  /** When it was written. */
  createdAt: string;
}

export interface PullRequestSummary {
  /** Number of the pull request in the project. */
  number: number;
  title: string;
  /** Status of the pull request. */
  status: "open" | "closed" | "merged";
  /** Whether the pull request is a draft, which can't be merged yet. */
  draft: boolean;
  /** The branch with the changes. */
  head: string;
  /** The branch to merge into. */
  base: string;
  /** Who opened it. */
  author: string;
  labels: string[];
  /** URL of the pull request. */
  url: string;
  /** When it was opened. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it was merged or closed. */
  endedAt: string | null;
  /** Who merged or closed it. `null` if a push did. */
  endedBy: string | null;
}

/** The outcome. `stopped` means that the reader left before the answer was complete. */
export type QuestionOutcome = "answered" | "suggested" | "not_in_docs" | "small_talk" | "failed" | "stopped";

export interface ReadPageInput {
  /**
   * The domain identifier of the project, which is at the end of its dashboard address, or a custom
   * domain of it.
   */
  domain: string;
  /** Path of a page on its site. */
  path: string;
}

export interface ReadyState {
  status: string;
  /** Problems that don't keep this node from answering, such as a missing worker. */
  warnings?: string[];
}

export interface RemoveEvaluationQuestionInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the question. */
  id: string;
}

export interface ReviewPullRequestInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The number of the pull request in its project. */
  number: string;
  /** The verdict of the review. */
  verdict: "approve" | "request_changes" | "comment";
  /** The text, in Markdown. Optional if you approve. */
  body?: string;
  /** The head you reviewed. If the branch has changed since, the review is rejected. */
  sha?: string;
}

export interface RollBackInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** The update whose site to republish. The last 20 are kept. */
  statusId: string;
}

export interface RunEvaluationInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
}

export interface SearchPagesInput {
  /**
   * The domain identifier of the project, which is at the end of its dashboard address, or a custom
   * domain of it.
   */
  domain: string;
  /** The search query. */
  query: string;
  /** Maximum number of pages. */
  pageSize?: number;
  /** Minimum score; pages below it are omitted. */
  scoreThreshold?: number;
  /** Each key is compared with the page's metadata: `version`, `language`, `tag`; `path` is a prefix. */
  filter?: Record<string, unknown> | null;
}

export interface SearchResult {
  /** The best-matching passage of the page. */
  content: string;
  /** Path of the page on its site. */
  path: string;
  /**
   * `title`, `description`, `breadcrumb`, `version`, `language`, the `anchor` and `heading` of the part,
   * up to three matching `sections`, its `score` from 0 to 1, and `highlights` as pairs of places in
   * `content`.
   */
  metadata: {
    title: string;
    [name: string]: unknown;
  };
}

export interface SendAgentMessageInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the agent job. */
  id: string;
  /** What the agent should do, in plain language. */
  prompt: string;
}

export interface SendFeedbackInput {
  /**
   * The domain identifier of the project, which is at the end of its dashboard address, or a custom
   * domain of it.
   */
  domain: string;
  /** The thread of the answer. */
  threadId: string;
  /** The message that contains the answer. */
  messageId: string;
  helpful: boolean;
  /**
   * Why. `solved`, `clear` and `examples` go with a helpful answer; `wrong`, `off_topic` (not what was
   * asked), `missing`, `outdated` and `unclear` with one that wasn't; `other` with both.
   */
  reason?: "solved" | "clear" | "examples" | "other" | "wrong" | "off_topic" | "missing" | "outdated" | "unclear";
  /** What was missing or wrong. */
  comment?: string;
}

export interface SendMessageV1Input {
  /**
   * The domain identifier of the project, which is at the end of its dashboard address, or a custom
   * domain of it.
   */
  domain: string;
  /** Fingerprint that tracks conversation sessions: `anonymous`, or a unique user identifier. */
  fp: string;
  /** Messages of the conversation. */
  messages: AssistantMessage[];
  /** Keeps continuity across messages. It is returned in the stream event of type `finish`. */
  threadId?: string | null;
  /** Number of documentation search results used for the answer. */
  retrievalPageSize?: number;
  /** Each key is compared with the page's metadata: `version`, `language`, `tag`; `path` is a prefix. */
  filter?: Record<string, unknown> | null;
  /** Contextual information for the assistant. */
  context?: {
    /** The code snippet or selected text. */
    value: string;
    /** Kind of context. */
    type?: "code" | "textSelection";
    /** The page the context is from. */
    path?: string;
    /** ID of the UI element that contains the context. */
    elementId?: string;
  }[];
  /** Path of the page the user is viewing. */
  currentPath?: string;
  trigger?: unknown;
}

export interface SendMessageV2Input {
  /**
   * The domain identifier of the project, which is at the end of its dashboard address, or a custom
   * domain of it.
   */
  domain: string;
  /** Fingerprint that tracks conversation sessions: `anonymous`, or a unique user identifier. */
  fp: string;
  /** Messages of the conversation. */
  messages: AssistantMessage[];
  /** Keeps continuity across messages. It is returned in the stream event of type `finish`. */
  threadId?: string | null;
  /** Number of documentation search results used for the answer. */
  retrievalPageSize?: number;
  /** Each key is compared with the page's metadata: `version`, `language`, `tag`; `path` is a prefix. */
  filter?: Record<string, unknown> | null;
  /** Contextual information for the assistant. */
  context?: {
    /** The code snippet or selected text. */
    value: string;
    /** Kind of context. */
    type?: "code" | "textSelection";
    /** The page the context is from. */
    path?: string;
    /** ID of the UI element that contains the context. */
    elementId?: string;
  }[];
  /** Path of the page the user is viewing. */
  currentPath?: string;
  trigger?: unknown;
}

export interface StatusEvent {
  /** The new status. */
  status: string;
  summary: string;
  /** Time of the event. */
  at: string;
}

export interface StreamAgentJobEventsInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
  /** Unique identifier of the agent job. */
  id: string;
}

export interface StreamUpdateEventsInput {
  /** The status ID of a triggered update. */
  statusId: string;
}

export interface TriggerUpdateInput {
  /** ID of the project, copied from the API keys page of the dashboard. */
  projectId: string;
}

export interface TriggeredPreview {
  /** Pass it to the status read. */
  statusId: string;
  /** URL of the preview. */
  previewUrl: string;
}

export interface TriggeredUpdate {
  /** Pass it to the status read. */
  statusId: string;
}

export type UpdateEvent =
  | { id: number; event: "status"; data: StatusEvent }
  | { id: number; event: "log"; data: LogEvent };

export interface UpdatePage {
  updates: UpdateSummary[];
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: string | null;
}

export interface UpdateProblems {
  /** Errors first. */
  problems: {
    /** A note needs no attention and isn't counted. */
    severity: "error" | "warning" | "note";
    /** What is wrong. */
    message: string;
    /** Path in the project. */
    file?: string;
    line?: number;
    column?: number;
    /** What to do about it. */
    hint?: string;
    /** Whether the published site doesn't have it. Missing if that is unknown. */
    isNew?: boolean;
  }[];
}

export interface UpdateStatus {
  /** Status ID of the triggered update. */
  _id: string;
  /** Documentation project ID. */
  projectId: string;
  /** ISO date and time in UTC. */
  createdAt: string;
  /** ISO date and time in UTC. */
  endedAt?: string;
  /** Status of the update. */
  status: UpdateStatusWord;
  /** Summary of the status of the update, in one sentence. */
  summary: string;
  /** Subdomain of the docs being updated. */
  subdomain: string;
  /** Screenshot of the docs. */
  screenshot?: string;
  /** Screenshot of the docs (light variant). */
  screenshotLight?: string;
  /** Screenshot of the docs in dark mode. */
  screenshotDark?: string;
  /** Author of the update. */
  author?: {
    /** Author name. */
    name?: string;
    /** Author avatar URL. */
    avatarUrl?: string;
    /** Author's user ID on the repository host. */
    githubUserId?: number;
  };
  /** Commit details. */
  commit?: {
    /** Commit hash. */
    sha?: string;
    /** Commit reference. */
    ref?: string;
    /** Commit message. */
    message?: string;
    /**
     * Files that the push changed. Without a push: compared with the published commit, or for a preview
     * with the commit its branch started from.
     */
    filesChanged?: {
      /** Added file paths. */
      added: string[];
      /** Modified file paths. */
      modified: string[];
      /** Removed file paths. */
      removed: string[];
    };
    /** Renamed files. They are also listed under `added` and `removed`. */
    filesRenamed?: {
      from: string;
      to: string;
    }[];
  };
  /** What triggered the update. */
  source: "internal" | "github-app-installation" | "api" | "github" | "dashboard" | "gitlab" | "onboarding";
  /** What the build found. A successful update can have problems; see the list for details. */
  problems?: ProblemCounts;
  /** What triggered the update, if `source` is `internal`. */
  trigger?: "push" | "merge" | "rollback" | "preview" | "retry" | "settings";
  /** The newer commit that was built, if several pushes were built together. */
  builtWith?: {
    /** Commit hash. */
    sha: string;
  };
  /** Log lines, at most 5,000. */
  logs: string[];
}

/** Status of the update. */
export type UpdateStatusWord = "queued" | "in_progress" | "success" | "failure";

/** An UpdateStatus without its logs. */
export interface UpdateSummary {
  /** Status ID of the triggered update. */
  _id: string;
  /** Documentation project ID. */
  projectId: string;
  /** ISO date and time in UTC. */
  createdAt: string;
  /** ISO date and time in UTC. */
  endedAt?: string;
  /** Status of the update. */
  status: UpdateStatusWord;
  /** Summary of the status of the update, in one sentence. */
  summary: string;
  /** Subdomain of the docs being updated. */
  subdomain: string;
  /** Screenshot of the docs. */
  screenshot?: string;
  /** Screenshot of the docs (light variant). */
  screenshotLight?: string;
  /** Screenshot of the docs in dark mode. */
  screenshotDark?: string;
  /** Author of the update. */
  author?: {
    /** Author name. */
    name?: string;
    /** Author avatar URL. */
    avatarUrl?: string;
    /** Author's user ID on the repository host. */
    githubUserId?: number;
  };
  /** Commit details. */
  commit?: {
    /** Commit hash. */
    sha?: string;
    /** Commit reference. */
    ref?: string;
    /** Commit message. */
    message?: string;
    /**
     * Files that the push changed. Without a push: compared with the published commit, or for a preview
     * with the commit its branch started from.
     */
    filesChanged?: {
      /** Added file paths. */
      added: string[];
      /** Modified file paths. */
      modified: string[];
      /** Removed file paths. */
      removed: string[];
    };
    /** Renamed files. They are also listed under `added` and `removed`. */
    filesRenamed?: {
      from: string;
      to: string;
    }[];
  };
  /** What triggered the update. */
  source: "internal" | "github-app-installation" | "api" | "github" | "dashboard" | "gitlab" | "onboarding";
  /** What the build found. A successful update can have problems; see the list for details. */
  problems?: ProblemCounts;
  /** What triggered the update, if `source` is `internal`. */
  trigger?: "push" | "merge" | "rollback" | "preview" | "retry" | "settings";
  /** The newer commit that was built, if several pushes were built together. */
  builtWith?: {
    /** Commit hash. */
    sha: string;
  };
}

/** A stream in the format of a chat SDK. */
export interface ChunkStream {
  headers: Readonly<Record<string, string>>;
  chunks: AsyncIterable<string>;
}
