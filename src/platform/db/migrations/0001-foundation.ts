import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Migration } from "../migration.ts";

export const foundation: Migration = {
  name: "foundation",
  async up(tx, dialect) {
    for (const statement of tables(dialect).split(/;\n+/)) {
      await sql.raw(statement).execute(tx);
    }
  },
};

/** The SQL works on both databases, except for the two parts that depend on the dialect. */
function tables(dialect: Database["dialect"]): string {
  const isPostgres = dialect === "postgres";
  // Without row IDs, SQLite stores the rows in key order, with the events of one update next to each other.
  const clustered = isPostgres ? "" : " without rowid";
  return `
create table organizations (
  id text primary key,
  name text not null,
  created_at bigint not null
);

create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  domain text not null unique,
  repository text not null,
  branch text not null,
  directory text not null,
  created_at bigint not null,
  hosted_repository text,
  repository_token text,
  webhook_secret text,
  strict integer not null default 0,
  model text,
  agent_paths text not null default '[]',
  agent_plans_first integer not null default 0,
  context_repositories text not null default '[]',
  slack text,
  budgets text not null default '{}',
  author_code integer not null default 1,
  branch_rules text not null default '{}',
  fail_on_errors integer not null default 0,
  base_path text not null default '',
  sources text not null default '[]',
  model_url text,
  model_key text
);
create index projects_by_organization on projects (organization_id, id);
create unique index projects_by_hosted_repository on projects (hosted_repository);

-- The domains that are served, one project each. Claims, with or without proof, are in domain_claims.
create table project_domains (
  domain text primary key,
  project_id text not null references projects (id) on delete cascade,
  created_at bigint not null
);
create index project_domains_by_project on project_domains (project_id);

create table keys (
  id text primary key,
  hash text not null unique,
  kind text not null,
  organization_id text not null references organizations (id),
  project_id text references projects (id) on delete cascade,
  name text not null,
  hint text not null,
  scopes text not null,
  allowed_addresses text not null,
  allowed_origins text not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  created_at bigint not null
);
create index keys_by_organization on keys (organization_id, id);

create table updates (
  id text primary key,
  organization_id text not null,
  project_id text not null references projects (id) on delete cascade,
  subdomain text not null,
  branch text not null,
  source text not null,
  status text not null,
  summary text not null,
  created_at bigint not null,
  ended_at bigint,
  commit_sha text,
  commit_ref text,
  commit_message text,
  files_changed text,
  author_name text,
  author_avatar_url text,
  author_github_user_id bigint,
  screenshot_light text,
  screenshot_dark text,
  event_count integer not null,
  log_lines integer not null,
  log_bytes integer not null,
  kind text not null default 'build',
  artifact text,
  failure_cause text,
  catch_ups integer not null default 0,
  problems text,
  trigger_name text,
  pushed_sha text,
  pushed_from text,
  built_sha text,
  files_renamed text,
  sources text
);
create index updates_by_project on updates (project_id, id);
create index updates_by_status on updates (project_id, status, id);
create index updates_by_site on updates (project_id, subdomain, status, id);
-- Failures that are tried again; a small part of all updates.
create index updates_to_catch_up on updates (ended_at) where failure_cause is not null;
-- The command palette searches the newest rows of a whole organization.
create index updates_by_organization on updates (organization_id, id);

create table update_events (
  update_id text not null references updates (id) on delete cascade,
  sequence integer not null,
  kind text not null,
  text text not null,
  line_count integer not null,
  at bigint not null,
  constraint update_events_key primary key (update_id, sequence)
)${clustered};

create table agent_jobs (
  id text primary key,
  organization_id text not null,
  project_id text not null references projects (id) on delete cascade,
  status text not null,
  prompt text not null,
  repository text not null,
  base_ref text not null,
  ref text,
  model text not null,
  pr_link text,
  created_at bigint not null,
  archived_at bigint,
  event_count integer not null,
  outcome text,
  summary text,
  started_at bigint,
  ended_at bigint,
  cost bigint,
  model_steps bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0
);
create index agent_jobs_by_project on agent_jobs (project_id, id);
create index agent_jobs_by_status on agent_jobs (project_id, status, id);
create index agent_jobs_by_organization on agent_jobs (organization_id, id);

create table agent_job_events (
  job_id text not null references agent_jobs (id) on delete cascade,
  sequence integer not null,
  kind text not null,
  data text not null,
  at bigint not null,
  constraint agent_job_events_key primary key (job_id, sequence)
)${clustered};

create table threads (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  fp text not null,
  name text not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint threads_by_name unique (project_id, fp, name)
);
-- Retention looks for threads that haven't been touched in a long time.
create index threads_by_use on threads (updated_at);
create index threads_newest on threads (project_id, id);

create table messages (
  thread_id text not null references threads (id) on delete cascade,
  id text not null,
  sequence integer not null,
  role text not null,
  text text not null,
  created_at bigint not null,
  constraint messages_key primary key (thread_id, sequence),
  constraint messages_by_id unique (thread_id, id)
)${clustered};

create table rate_limits (
  name text not null,
  subject text not null,
  count integer not null,
  reset_at bigint not null,
  constraint rate_limits_key primary key (name, subject)
);
create index rate_limits_by_reset on rate_limits (reset_at);

create table idempotency_records (
  organization_id text not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  reply text not null,
  created_at bigint not null,
  constraint idempotency_records_key primary key (organization_id, operation, key)
);
create index idempotency_records_by_time on idempotency_records (created_at);

create table queue_jobs (
  id text primary key,
  kind text not null,
  group_key text not null,
  organization_id text not null,
  payload text not null,
  state text not null,
  claim integer not null,
  run_at bigint not null,
  lease_until bigint,
  reason text,
  created_at bigint not null,
  ended_at bigint
);
-- Only jobs that may still run, oldest first: a claim reads few entries no matter how many jobs wait or have ended.
create index queue_jobs_by_age on queue_jobs (kind, organization_id, created_at) where state in ('waiting', 'running');
create index queue_jobs_running on queue_jobs (kind, group_key) where state = 'running';
create index queue_jobs_by_end on queue_jobs (ended_at);

create table sites (
  subdomain text primary key,
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  update_id text not null,
  artifact text not null,
  commit_sha text,
  published_at bigint not null,
  audience text not null default 'open',
  restrictions text
);
create index sites_by_project on sites (project_id, branch);

-- Artifacts for readers who see other pages than those of the site's own artifact. Without an artifact, it is being built.
create table site_audiences (
  subdomain text not null,
  project_id text not null references projects (id) on delete cascade,
  audience text not null,
  artifact text,
  earlier text,
  update_id text not null,
  used_at bigint not null,
  constraint site_audiences_key primary key (subdomain, audience)
);
create index site_audiences_by_project on site_audiences (project_id);

create table webhook_deliveries (
  project_id text not null references projects (id) on delete cascade,
  delivery_id text not null,
  host text not null,
  event text not null,
  update_id text,
  at bigint not null,
  problem text,
  constraint webhook_deliveries_key primary key (project_id, delivery_id)
);
create index webhook_deliveries_by_time on webhook_deliveries (at);

create table turns (
  id text primary key,
  thread_id text not null references threads (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  question text not null,
  outcome text not null,
  sources text not null,
  page text,
  language text,
  model text not null,
  duration_milliseconds integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  helpful integer,
  comment text,
  created_at bigint not null,
  reason text,
  version text,
  caller text not null default 'site',
  subject text
);
create index turns_by_project on turns (project_id, created_at);
create index turns_by_thread on turns (thread_id);
-- Questions and conversations are listed newest first, page by page.
create index turns_newest on turns (project_id, id);

create table visitor_salts (
  day text primary key,
  salt text not null
);

create table insight_searches (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  source text not null,
  query text not null,
  searches integer not null,
  without_result integer not null,
  clicks integer not null,
  constraint insight_searches_key primary key (project_id, day, source, query)
);
-- Retention queries by day across all projects.
create index insight_searches_by_day on insight_searches (day);

create table insight_pages (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  page text not null,
  searches integer not null,
  clicks integer not null,
  tool_reads integer not null,
  constraint insight_pages_key primary key (project_id, day, page)
);
create index insight_pages_by_day on insight_pages (day);

create table page_ratings (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  page text not null,
  helpful integer not null,
  comment text,
  created_at bigint not null,
  reason text,
  contact text,
  status text not null default 'open'
);
create index page_ratings_by_project on page_ratings (project_id, created_at);
create index page_ratings_by_age on page_ratings (created_at);

create table analytics_hours (
  project_id text not null references projects (id) on delete cascade,
  hour text not null,
  kind text not null,
  views integer not null,
  visitors integer not null,
  constraint analytics_hours_key primary key (project_id, hour, kind)
)${clustered};

create table analytics_days (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  dimension text not null,
  value text not null,
  kind text not null,
  views integer not null,
  visitors integer not null,
  entries integer not null,
  exits integer not null,
  constraint analytics_days_key primary key (project_id, day, dimension, value, kind)
)${clustered};

create table analytics_views (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  page text not null,
  language text not null,
  version text not null,
  kind text not null,
  agent text not null,
  referrer text not null,
  country text not null,
  device text not null,
  views integer not null,
  visitors integer not null,
  page_visitors integer not null,
  constraint analytics_views_key
    primary key (project_id, day, page, language, version, kind, agent, referrer, country, device)
)${clustered};

create table analytics_seen (
  day text not null,
  key bigint not null,
  constraint analytics_seen_key primary key (day, key)
)${clustered};

create table analytics_visits (
  project_id text not null references projects (id) on delete cascade,
  visitor bigint not null,
  page text not null,
  seen_at bigint not null,
  constraint analytics_visits_key primary key (project_id, visitor)
);
create index analytics_visits_by_age on analytics_visits (seen_at);

create table analytics_actions (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  action text not null,
  page text not null,
  target text not null,
  count integer not null,
  constraint analytics_actions_key primary key (project_id, day, action, page, target)
)${clustered};

create table analytics_batches (
  id text primary key,
  created_at bigint not null
);
create index analytics_batches_by_age on analytics_batches (created_at);

create table analytics_exports (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  has_questions integer not null,
  constraint analytics_exports_key primary key (project_id, day)
)${clustered};
create index analytics_exports_by_age on analytics_exports (has_questions, day);

create table pull_requests (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  number integer not null,
  status text not null,
  title text not null,
  body text not null,
  head text not null,
  base text not null,
  head_sha text not null,
  base_sha text not null,
  merge_sha text,
  draft integer not null,
  labels text not null,
  author text not null,
  ended_by text,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  author_id text,
  constraint pull_requests_by_number unique (project_id, number)
);
-- If two people open the same pull request at once, only one of them succeeds.
create unique index pull_requests_open on pull_requests (project_id, head, base) where status = 'open';

create table pull_request_comments (
  pull_request_id text not null references pull_requests (id) on delete cascade,
  number integer not null,
  key text,
  author text not null,
  body text not null,
  created_at bigint not null,
  updated_at bigint not null,
  author_id text,
  path text,
  side text,
  commit_sha text,
  blob text,
  line_text text,
  resolved_by text,
  line integer,
  reply_to integer,
  resolved_at bigint,
  deleted_at bigint,
  constraint pull_request_comments_key primary key (pull_request_id, number),
  constraint pull_request_comments_by_key unique (pull_request_id, key)
);

create table commit_statuses (
  project_id text not null references projects (id) on delete cascade,
  commit_sha text not null,
  context text not null,
  state text not null,
  description text not null,
  url text not null,
  updated_at bigint not null,
  constraint commit_statuses_key primary key (project_id, commit_sha, context)
);

create table agent_turns (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null,
  prompt text not null,
  created_at bigint not null,
  started_at bigint,
  base_sha text,
  on_branch integer,
  report text,
  commit_sha text,
  pushed_at bigint,
  prompted_by text,
  constraint agent_turns_key primary key (job_id, turn)
);

create table agent_messages (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null,
  number integer not null,
  text text not null,
  prompted_by text,
  created_at bigint not null,
  taken_step integer,
  constraint agent_messages_key primary key (job_id, turn, number)
);

create table agent_model_steps (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null,
  step integer not null,
  messages text not null,
  changes text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  constraint agent_model_steps_key primary key (job_id, turn, step)
);

create table users (
  id text primary key,
  email text not null unique,
  email_verified integer not null,
  name text not null,
  image text,
  created_at bigint not null,
  updated_at bigint not null
);

create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint credentials_by_account unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

create table sessions (
  id text primary key,
  token_hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  address text not null,
  user_agent text not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_used_at bigint,
  provider_at bigint
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table members (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null,
  created_at bigint not null,
  is_managed integer not null default 0,
  constraint members_key primary key (organization_id, user_id)
);
create index members_by_user on members (user_id);

create table invitations (
  id text primary key,
  hash text not null unique,
  organization_id text not null references organizations (id) on delete cascade,
  email text,
  role text not null,
  invited_by text references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null
);
create index invitations_by_organization on invitations (organization_id);

create table audit_entries (
  id text primary key,
  organization_id text not null,
  project_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  details text not null,
  address text not null,
  at bigint not null,
  project_name text,
  target_kind text,
  target_id text,
  target_name text
);
create index audit_entries_by_organization on audit_entries (organization_id, id);

-- Numbered by the database and never reused, so writers don't wait for each other.
create table changes (
  sequence ${isPostgres ? "bigserial primary key" : "integer primary key autoincrement"},
  organization_id text not null,
  project_id text,
  kind text not null,
  subject text not null,
  at bigint not null
);
create index changes_by_organization on changes (organization_id, sequence);

-- A separate table: the ID of a refused delivery must not make a later valid one look like a repeat.
create table webhook_refusals (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  host text not null,
  event text not null,
  problem text not null,
  at bigint not null
);
create index webhook_refusals_by_project on webhook_refusals (project_id, at);

create table sweep_counts (
  name text primary key,
  runs bigint not null,
  failures bigint not null
);

create table hosted_repositories (
  project_id text primary key references projects (id) on delete cascade,
  version bigint not null,
  stamp text not null,
  epoch bigint not null,
  head text not null,
  created_at bigint not null
);

create table hosted_refs (
  project_id text not null references hosted_repositories (project_id) on delete cascade,
  name text not null,
  sha text not null,
  constraint hosted_refs_key primary key (project_id, name)
);

-- Rows outlive their repository, because they say which objects of the store are still to be removed.
create table hosted_packs (
  id text primary key,
  project_id text not null,
  digest text not null,
  bytes bigint not null,
  state text not null,
  changed_at bigint not null
);
create index hosted_packs_by_project on hosted_packs (project_id, state);

create table job_retries (
  job text primary key,
  claim integer not null,
  failures integer not null,
  deaths integer not null,
  waits integer not null,
  waiting_since bigint,
  cause text,
  updated_at bigint not null
);
create index job_retries_by_age on job_retries (updated_at);

create table stored_bytes (
  project_id text not null references projects (id) on delete cascade,
  kind text not null,
  bytes bigint not null,
  constraint stored_bytes_key primary key (project_id, kind)
);

-- The processes that are alive. The streams they hold are in shared_slots.
create table nodes (
  id text primary key,
  role text not null,
  started_at bigint not null,
  seen_at bigint not null
);

create table shared_slots (
  id text primary key,
  holder text not null,
  lease_until bigint not null
);
create index shared_slots_by_holder on shared_slots (holder);

-- One installation belongs to one organization.
create table installations (
  host text not null,
  installation_id bigint not null,
  organization_id text not null references organizations (id) on delete cascade,
  account text not null,
  connected_by text not null,
  created_at bigint not null,
  constraint installations_key primary key (host, installation_id)
);
create index installations_by_organization on installations (organization_id);

create table installation_setups (
  state_hash text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  session_id text not null,
  offers text,
  expires_at bigint not null
);
create index installation_setups_by_session on installation_setups (organization_id, session_id);

create table known_addresses (
  user_id text not null references users (id) on delete cascade,
  address text not null,
  used_at bigint not null,
  constraint known_addresses_key primary key (user_id, address)
);
create index known_addresses_by_use on known_addresses (used_at);

create table domain_claims (
  project_id text not null references projects (id) on delete cascade,
  domain text not null,
  created_at bigint not null,
  state text not null,
  problem text,
  misses integer not null default 0,
  checked_at bigint,
  next_check_at bigint,
  trusted integer not null default 0,
  constraint domain_claims_key primary key (project_id, domain)
);
create index domain_claims_by_check on domain_claims (next_check_at);
create index domain_claims_by_domain on domain_claims (domain);

-- No reference: a row outlives its project, whose subdomain someone else can take.
create table domain_owners (
  domain text primary key,
  project_id text not null,
  proved_at bigint not null
);

create table update_problems (
  update_id text primary key references updates (id) on delete cascade,
  problems text not null
);

create table access_tokens (
  id text primary key,
  hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  organization_id text references organizations (id) on delete cascade,
  name text not null,
  hint text not null,
  scopes text not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  last_used_address text,
  created_at bigint not null,
  provider_at bigint
);
create index access_tokens_by_user on access_tokens (user_id);

create table project_roles (
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null,
  created_at bigint not null,
  constraint project_roles_key primary key (project_id, user_id)
);
create index project_roles_by_user on project_roles (user_id);

create table authenticators (
  user_id text primary key references users (id) on delete cascade,
  secret text not null,
  last_step bigint not null,
  confirmed_at bigint,
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  used_at bigint,
  constraint recovery_codes_key primary key (user_id, hash)
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  sign_count bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_by_user on passkeys (user_id);

create table sign_in_challenges (
  hash text primary key,
  purpose text not null,
  user_id text references users (id) on delete cascade,
  challenge text,
  expires_at bigint not null
);
create index sign_in_challenges_by_end on sign_in_challenges (expires_at);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);

create table password_resets (
  hash text primary key,
  user_id text not null unique references users (id) on delete cascade,
  email text not null,
  organization_id text references organizations (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);

create table sign_in_rules (
  organization_id text primary key references organizations (id) on delete cascade,
  needs_second_factor integer not null,
  idle_minutes integer,
  session_hours integer
);

create table server_settings (
  name text primary key,
  value text not null,
  secret text,
  set_by text not null,
  set_at bigint not null
);

create table organization_sign_ins (
  organization_id text primary key references organizations (id) on delete cascade,
  requires_provider integer not null,
  default_role text,
  email_domains text not null,
  mappings text not null,
  set_by text not null,
  set_at bigint not null
);

create table pull_request_reviews (
  pull_request_id text not null references pull_requests (id) on delete cascade,
  number integer not null,
  author_id text not null,
  author text not null,
  verdict text not null,
  body text not null,
  commit_sha text not null,
  created_at bigint not null,
  constraint pull_request_reviews_key primary key (pull_request_id, number)
);

-- The users who contributed to each pushed commit.
create table pushed_commits (
  project_id text not null references projects (id) on delete cascade,
  commit_sha text not null,
  people text not null,
  constraint pushed_commits_key primary key (project_id, commit_sha)
);

create table viewed_files (
  pull_request_id text not null references pull_requests (id) on delete cascade,
  viewer_id text not null,
  path text not null,
  blob text not null,
  viewed_at bigint not null,
  constraint viewed_files_key primary key (pull_request_id, viewer_id, path)
);

create table events (
  id text primary key,
  organization_id text not null,
  project_id text not null references projects (id) on delete cascade,
  type text not null,
  subject text not null,
  data text not null,
  at bigint not null,
  dispatch_at bigint not null,
  dispatched_at bigint
);
create index events_waiting on events (organization_id, dispatch_at) where dispatched_at is null;
create index events_by_project on events (project_id, type, at);
create index events_by_organization on events (organization_id, id);

create table outgoing_webhooks (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  name text not null,
  url text not null,
  format text not null,
  events text not null,
  secret text,
  previous_secret text,
  previous_until bigint not null,
  state text not null,
  failing_since bigint,
  last_error text,
  delivered_at bigint,
  created_by text not null,
  created_at bigint not null
);
create index outgoing_webhooks_by_organization on outgoing_webhooks (organization_id, id);

create table outgoing_deliveries (
  id text primary key,
  webhook_id text not null references outgoing_webhooks (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  event_id text not null,
  event_type text not null,
  event text not null,
  status text not null,
  attempts integer not null,
  next_attempt_at bigint,
  attempted_at bigint,
  response_status integer,
  response_body text,
  duration_milliseconds integer,
  problem text,
  is_redelivery integer not null,
  created_at bigint not null
);
create index outgoing_deliveries_by_webhook on outgoing_deliveries (webhook_id, id);
create index outgoing_deliveries_waiting on outgoing_deliveries (webhook_id, next_attempt_at) where status = 'waiting';
create index outgoing_deliveries_by_project on outgoing_deliveries (project_id);

create table mails (
  id text primary key,
  kind text not null,
  organization_id text,
  sealed text,
  created_at bigint not null,
  expires_at bigint not null,
  retry_at bigint not null,
  failures integer not null,
  outcome text
);
create index mails_by_time on mails (created_at);

create table update_people (
  update_id text primary key references updates (id) on delete cascade,
  user_id text not null references users (id) on delete cascade
);

create table notification_choices (
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  kind text not null,
  choice text not null,
  week integer not null,
  constraint notification_choices_key primary key (user_id, project_id, kind)
);
-- Finds who wants mail about an event, and whose weekly summary is due.
create index notification_choices_by_project on notification_choices (project_id, kind, choice);
create index notification_choices_by_week on notification_choices (kind, choice, week);

create table notification_marks (
  user_id text not null references users (id) on delete cascade,
  organization_id text not null references organizations (id) on delete cascade,
  read_through text not null,
  constraint notification_marks_key primary key (user_id, organization_id)
);

create table notification_reads (
  user_id text not null references users (id) on delete cascade,
  event_id text not null references events (id) on delete cascade,
  constraint notification_reads_key primary key (user_id, event_id)
);
create index notification_reads_by_event on notification_reads (event_id);

-- answer_id isn't a reference: retention deletes conversations, but not what was learned from them.
create table evaluation_questions (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  question text not null,
  earlier text not null,
  language text,
  version text,
  page text,
  expected text not null,
  not_in_docs integer not null,
  must text not null,
  note text,
  judgment text,
  answer_id text,
  answer text,
  outcome text,
  cited text not null,
  judged_by text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index evaluation_questions_by_project on evaluation_questions (project_id, id);
create unique index evaluation_questions_by_answer on evaluation_questions (project_id, answer_id);

create table evaluations (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  update_id text,
  status text not null,
  question_count integer not null,
  right_count integer not null,
  partly_count integer not null,
  wrong_count integer not null,
  unknown_count integer not null,
  better_count integer not null,
  worse_count integer not null,
  created_at bigint not null,
  ended_at bigint
);
create index evaluations_by_project on evaluations (project_id, id);

create table evaluation_results (
  evaluation_id text not null references evaluations (id) on delete cascade,
  question_id text not null references evaluation_questions (id) on delete cascade,
  result text not null,
  result_before text,
  outcome text not null,
  cited text not null,
  is_same_text integer,
  answer text,
  constraint evaluation_results_key primary key (evaluation_id, question_id)
);
create index evaluation_results_by_question on evaluation_results (question_id, evaluation_id);

create table drafts (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  author_id text not null,
  author_name text not null,
  author_email text not null,
  title text not null,
  branch text not null,
  base_branch text not null,
  base_sha text not null,
  head_sha text,
  status text not null,
  pull_request integer,
  pull_request_url text,
  revision integer not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index drafts_by_project on drafts (project_id, status, id);

create table draft_files (
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  kind text not null,
  content text,
  object_key text,
  bytes integer not null,
  moved_from text,
  base_sha text,
  sequence integer not null,
  updated_at bigint not null,
  constraint draft_files_key primary key (draft_id, path)
);

create table draft_editors (
  draft_id text not null references drafts (id) on delete cascade,
  user_id text not null,
  constraint draft_editors_key primary key (draft_id, user_id)
);

create table draft_updates (
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  sequence integer not null,
  epoch text not null,
  "update" text not null,
  at bigint not null,
  constraint draft_updates_key primary key (draft_id, path, sequence)
);

create table draft_presence (
  draft_id text not null references drafts (id) on delete cascade,
  client text not null,
  state text not null,
  at bigint not null,
  constraint draft_presence_key primary key (draft_id, client)
);

create table draft_comments (
  id text primary key,
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  parent_id text,
  kind text not null,
  anchor text,
  body text not null,
  replacement text,
  author_id text not null,
  author_name text not null,
  status text not null,
  ended_by text,
  created_at bigint not null,
  updated_at bigint not null
);
create index draft_comments_by_draft on draft_comments (draft_id, path, id);

-- Who may read a site. Projects without a row are public.
create table site_access (
  project_id text primary key references projects (id) on delete cascade,
  kind text not null,
  previews text not null,
  settings text not null,
  updated_at bigint not null
);

create table reader_sessions (
  id text primary key,
  token_hash text not null unique,
  project_id text not null references projects (id) on delete cascade,
  method text not null,
  subject text not null,
  "groups" text not null,
  profile text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index reader_sessions_by_project on reader_sessions (project_id, id);

create table reader_codes (
  hash text primary key,
  project_id text not null references projects (id) on delete cascade,
  method text not null,
  browser text not null,
  reader text,
  expires_at bigint not null
);

create table preview_links (
  id text primary key,
  token_hash text not null unique,
  project_id text not null references projects (id) on delete cascade,
  subdomain text not null,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index preview_links_by_project on preview_links (project_id, id);

create table pdfs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  status text not null,
  from_page text,
  group_title text,
  format text not null,
  pages integer not null,
  bytes integer not null,
  problem text,
  created_at bigint not null,
  ended_at bigint
);
create index pdfs_by_project on pdfs (project_id, id);

create table automations (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  file text,
  definition text not null,
  is_on integer not null,
  next_at bigint,
  hook_hash text unique,
  created_at bigint not null,
  updated_at bigint not null
);
create index automations_by_project on automations (project_id, id);
create unique index automations_by_file on automations (project_id, file);
create index automations_by_time on automations (next_at);

create table automation_runs (
  id text primary key,
  automation_id text not null references automations (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  occurrence text not null,
  cause text not null,
  status text not null,
  outcome text,
  summary text,
  job_id text,
  cost_before integer,
  pr_link text,
  is_pr_over integer not null,
  created_at bigint not null,
  ended_at bigint
);
create unique index automation_runs_by_occurrence on automation_runs (automation_id, occurrence);
create index automation_runs_by_automation on automation_runs (automation_id, id);
create index automation_runs_by_job on automation_runs (job_id);

-- What people ask the agent in comments and chats, and whether it has answered.
create table agent_requests (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  occurrence text not null,
  place text not null,
  text text not null,
  author text not null,
  prompted_by text,
  job_id text,
  status text not null,
  created_at bigint not null
);
create unique index agent_requests_by_occurrence on agent_requests (project_id, occurrence);
create index agent_requests_by_job on agent_requests (job_id);
create index agent_requests_by_age on agent_requests (created_at);

create table dead_links (
  project_id text not null references projects (id) on delete cascade,
  address text not null,
  failing_since bigint not null,
  checked_at bigint not null,
  constraint dead_links_key primary key (project_id, address)
);

-- A group of questions that the docs should answer, and whether they do.
create table gaps (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  subject text not null,
  questions text not null,
  job_id text,
  draft_id text,
  branch text,
  preview text,
  published text,
  created_by text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index gaps_by_project on gaps (project_id, id);
create index gaps_by_branch on gaps (project_id, branch);
`.trimEnd();
}
