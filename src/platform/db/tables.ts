import type { Generated, Selectable } from "kysely";

/**
 * Every table, as TypeScript sees a row. Both databases hold the same: ids are text, times are milliseconds since the
 * epoch, lists and objects are JSON text.
 */
export interface Tables {
  organizations: OrganizationRow;
  projects: ProjectTable;
  project_domains: ProjectDomainRow;
  keys: KeyRow;
  updates: UpdateTable;
  update_events: UpdateEventRow;
  agent_jobs: AgentJobRow;
  agent_job_events: AgentJobEventRow;
  agent_turns: AgentTurnRow;
  agent_model_steps: AgentModelStepRow;
  threads: ThreadRow;
  messages: MessageRow;
  turns: TurnRow;
  visitor_salts: VisitorSaltRow;
  insight_searches: InsightSearchRow;
  insight_pages: InsightPageRow;
  page_ratings: PageRatingRow;
  rate_limits: RateLimitRow;
  idempotency_records: IdempotencyRow;
  sites: SiteRow;
  webhook_deliveries: WebhookDeliveryRow;
  queue_jobs: QueueJobRow;
  pull_requests: PullRequestRow;
  pull_request_comments: PullRequestCommentRow;
  commit_statuses: CommitStatusRow;
  users: UserRow;
  credentials: CredentialRow;
  sessions: SessionRow;
  members: MemberRow;
  invitations: InvitationRow;
  audit_entries: AuditRow;
}

export interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
}

interface ProjectTable {
  id: string;
  organization_id: string;
  name: string;
  /** The domain identifier: the subdomain of the site, unique in the whole installation. */
  domain: string;
  repository: string;
  branch: string;
  /** The content directory inside the repository; empty for its root. */
  directory: string;
  created_at: number;
  /** The name of its repository in the built-in git host; null for one that is elsewhere. */
  hosted_repository: string | null;
  /** Sealed; for fetching from and pushing to a repository that is not public. */
  repository_token: string | null;
  /** Sealed; what a git host signs its webhooks with. */
  webhook_secret: string | null;
  /** 1 if warnings fail an update. */
  strict: Generated<number>;
  /** The assistant's language model; null for that of the installation, `none` for none. */
  model: string | null;
}

/** A custom domain of a project. */
export interface ProjectDomainRow {
  domain: string;
  project_id: string;
  created_at: number;
}

export interface KeyRow {
  id: string;
  /** SHA-256 of the key, base64url. The key itself is stored nowhere. */
  hash: string;
  kind: "admin" | "assistant";
  organization_id: string;
  project_id: string | null;
  name: string;
  /** The first characters of the key, to recognise it by. */
  hint: string;
  scopes: string;
  allowed_addresses: string;
  allowed_origins: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  created_at: number;
}

interface UpdateTable {
  id: string;
  /** Repeated from the project, so that the status read needs no join. */
  organization_id: string;
  project_id: string;
  subdomain: string;
  branch: string;
  source: string;
  status: "queued" | "in_progress" | "success" | "failure";
  summary: string;
  created_at: number;
  ended_at: number | null;
  commit_sha: string | null;
  commit_ref: string | null;
  commit_message: string | null;
  files_changed: string | null;
  author_name: string | null;
  author_avatar_url: string | null;
  author_github_user_id: number | null;
  screenshot_light: string | null;
  screenshot_dark: string | null;
  /** The sequence of the newest event. It grows with every change, so it is the revision of the row too. */
  event_count: number;
  /** `build` makes a new artifact; `rollback` publishes one that is there. */
  kind: Generated<"build" | "rollback">;
  /** The digest of what it published. */
  artifact: string | null;
  /** What the log holds now, so that its bounds are kept without counting it. */
  log_lines: number;
  log_bytes: number;
}

/** A move of status, or log lines that were written together. */
export interface UpdateEventRow {
  update_id: string;
  /** Of the last line: a batch of n lines holds the sequences up to this one. */
  sequence: number;
  kind: "status" | "log" | "cut";
  /** The move as JSON; the lines of a batch, joined by line feeds; or how many lines were cut here. */
  text: string;
  line_count: number;
  at: number;
}

export interface AgentJobRow {
  id: string;
  organization_id: string;
  project_id: string;
  status: "active" | "completed" | "archived" | "failed";
  prompt: string;
  repository: string;
  base_ref: string;
  ref: string | null;
  model: string;
  pr_link: string | null;
  created_at: number;
  archived_at: number | null;
  event_count: number;
}

export interface AgentJobEventRow {
  job_id: string;
  sequence: number;
  kind: string;
  data: string;
  at: number;
}

/** One prompt of a job, and the journal of what was done about it: what is there was done and is not done again. */
export interface AgentTurnRow {
  job_id: string;
  /** 1 for the prompt that the job was created with. */
  turn: number;
  prompt: string;
  created_at: number;
  /** When its work began: the time of its commit, however often it is made. */
  started_at: number | null;
  /** The commit that the work starts from. */
  base_sha: string | null;
  /** 1 if that commit was the tip of the job's own branch. */
  on_branch: number | null;
  /** What was done, in the words of the pull request, as JSON. */
  report: string | null;
  commit_sha: string | null;
  pushed_at: number | null;
}

/** A step of a language model: what it said, what its tools answered and what they changed. */
export interface AgentModelStepRow {
  job_id: string;
  turn: number;
  step: number;
  /** The messages it added to the conversation, as JSON. */
  messages: string;
  /** Files that it changed, as JSON. */
  changes: string;
  input_tokens: number;
  output_tokens: number;
}

export interface ThreadRow {
  id: string;
  project_id: string;
  fp: string;
  /** The `threadId` that clients know. Unique within the project and fingerprint only. */
  name: string;
  created_at: number;
  updated_at: number;
}

export interface MessageRow {
  thread_id: string;
  id: string;
  sequence: number;
  role: "user" | "assistant";
  text: string;
  created_at: number;
}

/** A question and what became of it, for insight. It goes with its thread. */
export interface TurnRow {
  /** The id of the answer's message, which clients know. */
  id: string;
  thread_id: string;
  project_id: string;
  question: string;
  outcome: "answered" | "not_in_docs" | "small_talk" | "failed" | "stopped";
  /** Addresses of the pages that the answer cites, as JSON. */
  sources: string;
  /** The page that the reader was on. */
  page: string | null;
  language: string | null;
  /** What made the answer: a model, or the built-in extraction. */
  model: string;
  duration_milliseconds: number;
  input_tokens: number;
  output_tokens: number;
  /** 1 for yes, 0 for no. */
  helpful: number | null;
  comment: string | null;
  created_at: number;
}

/** What visitors of one day are hashed with. It is deleted soon after, and nobody can be recognised any more. */
export interface VisitorSaltRow {
  day: string;
  salt: string;
}

/** How often something was searched for on one day. Days are dates in UTC, such as 2026-03-02. */
export interface InsightSearchRow {
  project_id: string;
  day: string;
  /** Readers on the site, or tools over MCP. */
  source: "site" | "mcp";
  /** In lower case. Empty for all that came after the day's list was full. */
  query: string;
  searches: number;
  without_result: number;
  clicks: number;
}

export interface InsightPageRow {
  project_id: string;
  day: string;
  page: string;
  /** Searches that readers began here. */
  searches: number;
  /** Search results that led here. */
  clicks: number;
  /** How often tools read it over MCP. */
  tool_reads: number;
}

/** What a reader thinks of a page; one for each visitor, page and day. */
export interface PageRatingRow {
  id: string;
  project_id: string;
  page: string;
  /** 1 for yes, 0 for no. */
  helpful: number;
  comment: string | null;
  created_at: number;
}

export interface RateLimitRow {
  name: string;
  subject: string;
  count: number;
  reset_at: number;
}

export interface IdempotencyRow {
  organization_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  reply: string;
  created_at: number;
}

/** What an address shows: a project's own site, or the preview of a branch. Publishing moves `artifact`, nothing else. */
export interface SiteRow {
  subdomain: string;
  project_id: string;
  branch: string;
  update_id: string;
  artifact: string;
  commit_sha: string | null;
  published_at: number;
}

/** A webhook that was taken, so that a repeat of it is known. */
export interface WebhookDeliveryRow {
  project_id: string;
  delivery_id: string;
  host: string;
  event: string;
  /** The update it became, if it did. */
  update_id: string | null;
  at: number;
}

/** Somebody with an account in the dashboard. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  /** 1 if an OpenID Connect provider vouches for it. */
  email_verified: number;
  name: string;
  image: string | null;
  created_at: number;
  updated_at: number;
}

/** A way to sign in: a password, or an account at an OpenID Connect provider. */
export interface CredentialRow {
  id: string;
  user_id: string;
  /** `credential` for a password. */
  provider_id: string;
  account_id: string;
  /** Hashed with scrypt. */
  password: string | null;
  created_at: number;
  updated_at: number;
}

export interface SessionRow {
  id: string;
  /** SHA-256 of the token, base64url. The token itself is in the cookie and nowhere else. */
  token_hash: string;
  user_id: string;
  address: string;
  user_agent: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

export interface MemberRow {
  organization_id: string;
  user_id: string;
  role: "viewer" | "editor" | "admin";
  created_at: number;
}

/** An invitation that nobody has accepted yet. */
export interface InvitationRow {
  id: string;
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  organization_id: string;
  /** Null for whoever has the link. */
  email: string | null;
  role: "viewer" | "editor" | "admin";
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** Who did what, when and from where. It refers to nothing: it stays when the project or the member is gone. */
export interface AuditRow {
  id: string;
  organization_id: string;
  project_id: string | null;
  actor_kind: "member" | "key" | "operator";
  actor_id: string;
  actor_name: string;
  /** The name of the operation. */
  action: string;
  details: string;
  address: string;
  at: number;
}

/** The lease table of the embedded queue. On PostgreSQL it stays empty: pg-boss keeps its own. */
export interface QueueJobRow {
  id: string;
  kind: string;
  group_key: string;
  payload: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** How often it was tried; a claim that was given back does not count. */
  attempt: number;
  /** How often it was claimed. It never goes down, so it tells an old holder from the present one. */
  claim: number;
  run_at: number;
  lease_until: number | null;
  reason: string | null;
  created_at: number;
  ended_at: number | null;
}

/** A pull request of the built-in git host. */
export interface PullRequestRow {
  id: string;
  project_id: string;
  /** Counts up in each project. */
  number: number;
  status: "open" | "closed" | "merged";
  title: string;
  body: string;
  head: string;
  base: string;
  /** Where the head was when it was last seen. */
  head_sha: string;
  /** Where head and base parted, when that was last seen: the diff begins there. */
  base_sha: string;
  merge_sha: string | null;
  draft: number;
  labels: string;
  author: string;
  ended_by: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
}

export interface PullRequestCommentRow {
  pull_request_id: string;
  /** Counts up in each pull request. */
  number: number;
  /** What it is about, if it may be said again; null for one that stands for itself. */
  key: string | null;
  author: string;
  body: string;
  created_at: number;
  updated_at: number;
}

export interface CommitStatusRow {
  project_id: string;
  commit_sha: string;
  context: string;
  state: "pending" | "success" | "failure" | "error";
  description: string;
  url: string;
  updated_at: number;
}

export type ProjectRow = Selectable<ProjectTable>;
export type UpdateRow = Selectable<UpdateTable>;
