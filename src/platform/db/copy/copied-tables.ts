import type { Tables } from "../tables.ts";

/** The name of a table as SQL knows it. */
type SqlName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SqlName<Rest>}`
  : "";

/**
 * Tables whose rows aren't copied. Jobs are copied separately, because each database has its own queue, and their
 * retries start from zero. The others describe running processes.
 */
export const transientTables = ["queue_jobs", "job_retries", "nodes", "shared_slots", "draft_presence"] as const;
type TransientTable = (typeof transientTables)[number];

const viewKey = ["project_id", "day", "page", "language", "version", "kind", "agent", "referrer", "country", "device"];

/** Every other table and its primary key. A table comes after the tables it refers to. */
const keys: Readonly<Record<Exclude<SqlName<keyof Tables>, TransientTable>, readonly string[]>> = {
  organizations: ["id"],
  users: ["id"],
  credentials: ["id"],
  sessions: ["id"],
  members: ["organization_id", "user_id"],
  invitations: ["id"],
  access_tokens: ["id"],
  known_addresses: ["user_id", "address"],
  authenticators: ["user_id"],
  recovery_codes: ["user_id", "hash"],
  passkeys: ["id"],
  sign_in_challenges: ["hash"],
  password_resets: ["hash"],
  sign_in_rules: ["organization_id"],
  installations: ["host", "installation_id"],
  installation_setups: ["state_hash"],
  projects: ["id"],
  project_roles: ["project_id", "user_id"],
  project_domains: ["domain"],
  domain_claims: ["project_id", "domain"],
  domain_owners: ["domain"],
  keys: ["id"],
  updates: ["id"],
  update_events: ["update_id", "sequence"],
  update_problems: ["update_id"],
  update_people: ["update_id"],
  mails: ["id"],
  sites: ["subdomain"],
  stored_bytes: ["project_id", "kind"],
  webhook_deliveries: ["project_id", "delivery_id"],
  webhook_refusals: ["id"],
  agent_jobs: ["id"],
  agent_job_events: ["job_id", "sequence"],
  agent_turns: ["job_id", "turn"],
  agent_messages: ["job_id", "turn", "number"],
  agent_model_steps: ["job_id", "turn", "step"],
  threads: ["id"],
  messages: ["thread_id", "sequence"],
  turns: ["id"],
  pull_requests: ["id"],
  pull_request_comments: ["pull_request_id", "number"],
  pull_request_reviews: ["pull_request_id", "number"],
  pushed_commits: ["project_id", "commit_sha"],
  viewed_files: ["pull_request_id", "viewer_id", "path"],
  commit_statuses: ["project_id", "commit_sha", "context"],
  hosted_repositories: ["project_id"],
  hosted_refs: ["project_id", "name"],
  hosted_packs: ["id"],
  visitor_salts: ["day"],
  site_access: ["project_id"],
  site_audiences: ["subdomain", "audience"],
  reader_sessions: ["id"],
  reader_codes: ["hash"],
  preview_links: ["id"],
  page_ratings: ["id"],
  analytics_hours: ["project_id", "hour", "kind"],
  analytics_days: ["project_id", "day", "dimension", "value", "kind"],
  analytics_views: viewKey,
  analytics_seen: ["day", "key"],
  analytics_visits: ["project_id", "visitor"],
  analytics_actions: ["project_id", "day", "action", "page", "target"],
  analytics_batches: ["id"],
  analytics_exports: ["project_id", "day"],
  drafts: ["id"],
  draft_files: ["draft_id", "path"],
  draft_editors: ["draft_id", "user_id"],
  draft_updates: ["draft_id", "path", "sequence"],
  draft_comments: ["id"],
  pdfs: ["id"],
  evaluation_questions: ["id"],
  evaluations: ["id"],
  evaluation_results: ["evaluation_id", "question_id"],
  agent_requests: ["id"],
  dead_links: ["project_id", "address"],
  automations: ["id"],
  automation_runs: ["id"],
  gaps: ["id"],
  audit_entries: ["id"],
  events: ["id"],
  notification_choices: ["user_id", "project_id", "kind"],
  notification_marks: ["user_id", "organization_id"],
  notification_reads: ["user_id", "event_id"],
  outgoing_webhooks: ["id"],
  outgoing_deliveries: ["id"],
  server_settings: ["name"],
  organization_sign_ins: ["organization_id"],
  idempotency_records: ["organization_id", "operation", "key"],
  rate_limits: ["name", "subject"],
  changes: ["sequence"],
  sweep_counts: ["name"],
};

export interface CopiedTable {
  name: string;
  key: readonly string[];
}

export const copiedTables: readonly CopiedTable[] = Object.entries(keys).map(([name, key]) => ({ name, key }));
