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

create table projects ( -- {ProjectRow}
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  domain text not null unique, -- The domain identifier: the subdomain of the site, unique across the server.
  repository text not null,
  branch text not null,
  directory text not null, -- The content directory inside the repository; empty for its root.
  created_at bigint not null,
  hosted_repository text, -- The name of its repository on the built-in git host; null for an external one.
  repository_token text, -- Sealed. The token for fetching from and pushing to a private repository.
  webhook_secret text, -- Sealed. The secret that a git host signs its webhooks with.
  strict integer not null default 0, -- 1 if warnings fail an update.
  model text, -- The assistant's language model; null to use the server's, "none" to use no model.
  -- Files and folders outside the documentation that the agent may write, as JSON.
  agent_paths text not null default '[]',
  -- 1 if a person approves the plan of a language model before it changes files.
  agent_plans_first integer not null default 0,
  -- The code repositories that the agent may read, as JSON. Their tokens are sealed.
  context_repositories text not null default '[]',
  slack text, -- Sealed. The secrets of the project's Slack app, as JSON.
  budgets text not null default '{}', -- The project's own daily model limits, as JSON: counter → amount.
  author_code integer not null default 1, -- 0 if the project's scripts and integrations never run.
  branch_rules text not null default '{}', -- Rules for protected branches, as JSON.
  fail_on_errors integer not null default 0,
  -- The path that the site's addresses start with; empty if the site is at the root of its host.
  base_path text not null default '',
  -- Other repositories, branches and tags whose pages are part of the site, as JSON.
  sources text not null default '[]',
  model_url text,
  model_key text -- Sealed.
);
create index projects_by_organization on projects (organization_id, id);
create unique index projects_by_hosted_repository on projects (hosted_repository);

-- The custom domains that are served, one project each. Claims, with or without proof, are in domain_claims.
create table project_domains (
  domain text primary key,
  project_id text not null references projects (id) on delete cascade,
  created_at bigint not null
);
create index project_domains_by_project on project_domains (project_id);

create table keys ( -- {KeyRow}
  id text primary key,
  hash text not null unique, -- SHA-256 of the key, base64url. The key itself is stored nowhere.
  kind text not null, -- {"admin" | "assistant"}
  organization_id text not null references organizations (id),
  project_id text references projects (id) on delete cascade,
  name text not null,
  hint text not null, -- The first characters of the key, so that people recognize it.
  scopes text not null,
  allowed_addresses text not null,
  allowed_origins text not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  created_at bigint not null
);
create index keys_by_organization on keys (organization_id, id);

create table updates ( -- {UpdateRow}
  id text primary key,
  organization_id text not null, -- Copied from the project, so that a status read needs no join.
  project_id text not null references projects (id) on delete cascade,
  subdomain text not null,
  branch text not null,
  source text not null, -- {UpdateSource}
  status text not null, -- {"queued" | "in_progress" | "success" | "failure"}
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
  -- The sequence of the newest event. It grows with every change, so it is also the revision of the row.
  event_count integer not null,
  log_lines integer not null, -- The current size of the log, so that its limits hold without counting it.
  log_bytes integer not null,
  -- "build" creates a new artifact; "rollback" publishes an existing one.
  kind text not null default 'build', -- {"build" | "rollback"}
  artifact text, -- The digest of the published artifact.
  failure_cause text, -- {"outage" | "deaths" | "internal"} Why the update failed, if the author can't fix it.
  catch_ups integer not null default 0, -- How many earlier updates failed in the same way and were tried again.
  problems text, -- How many errors and warnings the build found, as JSON; null if unknown.
  trigger_name text, -- {UpdateTrigger} What triggered the update, if the trigger was on this server itself.
  pushed_sha text, -- The commit whose push triggered the update, and the previous tip of the branch.
  pushed_from text,
  built_sha text, -- The commit that was built, if it is newer than the update's own.
  files_renamed text, -- Pairs of an old and a new path, as JSON.
  sources text -- The commits of the project's sources, as JSON.
);
create index updates_by_project on updates (project_id, id);
create index updates_by_status on updates (project_id, status, id);
create index updates_by_site on updates (project_id, subdomain, status, id);
-- Failures that are tried again; a small part of all updates.
create index updates_to_catch_up on updates (ended_at) where failure_cause is not null;
-- The command palette searches the newest rows of a whole organization.
create index updates_by_organization on updates (organization_id, id);

-- A status change, or log lines that were written together.
create table update_events ( -- {UpdateEventRow}
  update_id text not null references updates (id) on delete cascade,
  sequence integer not null, -- The sequence of the last line: a batch of n lines covers the n sequences up to this one.
  kind text not null, -- {"status" | "log" | "cut"}
  -- The status change as JSON, the lines of a batch joined by line feeds, or the number of lines that were cut here.
  text text not null,
  line_count integer not null,
  at bigint not null,
  constraint update_events_key primary key (update_id, sequence)
)${clustered};

create table agent_jobs ( -- {AgentJobRow}
  id text primary key,
  organization_id text not null,
  project_id text not null references projects (id) on delete cascade,
  status text not null, -- {"active" | "completed" | "archived" | "failed"}
  prompt text not null,
  repository text not null,
  base_ref text not null, -- The branch to start from.
  ref text, -- The agent's branch; null until it exists.
  model text not null,
  pr_link text,
  created_at bigint not null,
  archived_at bigint,
  event_count integer not null,
  outcome text, -- {AgentJobOutcome} The result of the latest prompt.
  summary text,
  started_at bigint, -- When a worker started on the latest prompt.
  ended_at bigint,
  cost bigint, -- In ten-thousandths of the operator's currency; null if no prices are configured.
  model_steps bigint not null default 0, -- The total over all prompts.
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0
);
create index agent_jobs_by_project on agent_jobs (project_id, id);
create index agent_jobs_by_status on agent_jobs (project_id, status, id);
create index agent_jobs_by_organization on agent_jobs (organization_id, id);

create table agent_job_events ( -- {AgentJobEventRow}
  job_id text not null references agent_jobs (id) on delete cascade,
  sequence integer not null,
  kind text not null,
  data text not null,
  at bigint not null,
  constraint agent_job_events_key primary key (job_id, sequence)
)${clustered};

create table threads ( -- {ThreadRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  fp text not null,
  name text not null, -- The "threadId" that clients use. Unique only within the project and fingerprint.
  created_at bigint not null,
  updated_at bigint not null,
  constraint threads_by_name unique (project_id, fp, name)
);
-- Retention looks for threads that haven't been touched in a long time.
create index threads_by_use on threads (updated_at);
create index threads_newest on threads (project_id, id);

create table messages ( -- {MessageRow}
  thread_id text not null references threads (id) on delete cascade,
  id text not null,
  sequence integer not null,
  role text not null, -- {"user" | "assistant"}
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

-- The lease table of the embedded queue. Empty on PostgreSQL, where pg-boss has its own tables.
create table queue_jobs ( -- {QueueJobRow}
  id text primary key,
  kind text not null,
  group_key text not null,
  organization_id text not null,
  payload text not null,
  state text not null, -- {"waiting" | "running" | "done" | "failed" | "cancelled"}
  -- The number of claims. It never decreases, so it distinguishes an old holder from the current one.
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

-- What a subdomain serves: a project's own site, or a branch preview. Publishing changes "artifact" and nothing else.
create table sites ( -- {SiteRow}
  subdomain text primary key, -- The domain identifier, or "{branch}--{domain}" for a preview.
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  update_id text not null,
  artifact text not null, -- The digest of the published artifact.
  commit_sha text,
  published_at bigint not null,
  audience text not null default 'open', -- The audience that the artifact was built for.
  restrictions text -- JSON; null if every audience sees the same pages.
);
create index sites_by_project on sites (project_id, branch);

-- The artifact of a site for another audience than that of the site's own artifact.
create table site_audiences ( -- {SiteAudienceRow}
  subdomain text not null,
  project_id text not null references projects (id) on delete cascade,
  audience text not null,
  artifact text, -- Null while it is being built.
  earlier text, -- The artifact before this one: pages that are still open in a browser load their files from it.
  update_id text not null, -- The update that published the site's own artifact.
  used_at bigint not null,
  constraint site_audiences_key primary key (subdomain, audience)
);
create index site_audiences_by_project on site_audiences (project_id);

-- An accepted webhook, to recognize repeats.
create table webhook_deliveries ( -- {WebhookDeliveryRow}
  project_id text not null references projects (id) on delete cascade,
  delivery_id text not null,
  host text not null,
  event text not null,
  update_id text, -- The update that the webhook triggered, if any.
  at bigint not null,
  problem text, -- How to fix a webhook that triggered no update, if possible.
  constraint webhook_deliveries_key primary key (project_id, delivery_id)
);
create index webhook_deliveries_by_time on webhook_deliveries (at);

-- A question and its outcome, for analytics. Deleted with its thread.
create table turns ( -- {TurnRow}
  id text primary key, -- The ID of the answer's message, as clients know it.
  thread_id text not null references threads (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  question text not null,
  outcome text not null, -- {"answered" | "suggested" | "not_in_docs" | "small_talk" | "failed" | "stopped"}
  sources text not null, -- URLs of the pages the answer cites, as JSON.
  page text, -- The page the reader was on.
  language text,
  model text not null, -- The model that produced the answer, or the built-in extraction.
  duration_milliseconds integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  helpful integer, -- 1 for yes, 0 for no.
  comment text,
  created_at bigint not null,
  reason text, -- One of "answerReasons" in the contract.
  version text, -- The version of the docs that was searched.
  -- Where the question was asked: on the site, or through the API with a key.
  caller text not null default 'site', -- {"site" | "api" | "slack"}
  -- The page that the question is about: the first one that the answer cites, otherwise the one the reader was on.
  subject text
);
create index turns_by_project on turns (project_id, created_at);
create index turns_by_thread on turns (thread_id);
-- Questions and conversations are listed newest first, page by page.
create index turns_newest on turns (project_id, id);

-- The salt that visitors of one day are hashed with. It is deleted soon afterwards, so nobody can be re-identified.
create table visitor_salts (
  day text primary key,
  salt text not null
);

-- A reader's rating of a page; one per visitor, page and day.
create table page_ratings (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  page text not null,
  helpful integer not null, -- 1 for yes, 0 for no.
  comment text,
  created_at bigint not null,
  reason text, -- One of "ratingReasons" in the contract.
  contact text, -- A mail address, if the reader wants an answer.
  status text not null default 'open' -- {"open" | "done"}
);
create index page_ratings_by_project on page_ratings (project_id, created_at);
create index page_ratings_by_age on page_ratings (created_at);

create table analytics_hours (
  project_id text not null references projects (id) on delete cascade,
  hour text not null,
  kind text not null, -- {ReaderKind}
  views integer not null,
  visitors integer not null,
  constraint analytics_hours_key primary key (project_id, hour, kind)
)${clustered};

-- The sums of one value of one dimension, such as a page, a country or a referrer.
create table analytics_days ( -- {AnalyticsDayRow}
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  -- "total" has one value, the empty text. Entries and exits are columns of the rows of "page".
  dimension text not null, -- {Exclude<AnalyticsDimension, "entry" | "exit" | "kind"> | "total"}
  value text not null,
  kind text not null, -- {ReaderKind}
  views integer not null,
  visitors integer not null, -- Different visitors of this value on this day.
  entries integer not null,
  exits integer not null,
  constraint analytics_days_key primary key (project_id, day, dimension, value, kind)
)${clustered};

-- The sums of one combination of all dimensions, for filters.
create table analytics_views ( -- {AnalyticsViewRow}
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  page text not null,
  language text not null,
  version text not null,
  kind text not null, -- {ReaderKind}
  agent text not null,
  referrer text not null,
  country text not null,
  device text not null,
  views integer not null,
  visitors integer not null, -- Visitors whose first view of the day this was.
  page_visitors integer not null, -- Visitors whose first view of the page on this day this was.
  constraint analytics_views_key
    primary key (project_id, day, page, language, version, kind, agent, referrer, country, device)
)${clustered};

-- What visitors have already been counted for on a day, as hashes; deleted when the day is over.
create table analytics_seen (
  day text not null,
  key bigint not null,
  constraint analytics_seen_key primary key (day, key)
)${clustered};

-- People who are reading now. A row is deleted when a visit has ended and its last page is known.
create table analytics_visits (
  project_id text not null references projects (id) on delete cascade,
  visitor bigint not null,
  page text not null,
  seen_at bigint not null,
  constraint analytics_visits_key primary key (project_id, visitor)
);
create index analytics_visits_by_age on analytics_visits (seen_at);

create table analytics_actions ( -- {AnalyticsActionRow}
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  action text not null, -- {CountedAction}
  page text not null,
  target text not null, -- The address of a link, the query of a search, and so on.
  count integer not null,
  constraint analytics_actions_key primary key (project_id, day, action, page, target)
)${clustered};

-- Batches of events that were counted, so that a batch that is sent again isn't counted twice.
create table analytics_batches (
  id text primary key,
  created_at bigint not null
);
create index analytics_batches_by_age on analytics_batches (created_at);

-- Days whose files are in the artifact store. "hasQuestions" is 1 until the file with questions is removed.
create table analytics_exports (
  project_id text not null references projects (id) on delete cascade,
  day text not null,
  has_questions integer not null,
  constraint analytics_exports_key primary key (project_id, day)
)${clustered};
create index analytics_exports_by_age on analytics_exports (has_questions, day);

-- A pull request of the built-in git host.
create table pull_requests ( -- {PullRequestRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  number integer not null, -- Numbered per project.
  status text not null, -- {"open" | "closed" | "merged"}
  title text not null,
  body text not null, -- Markdown.
  head text not null,
  base text not null,
  head_sha text not null, -- The last known head commit.
  base_sha text not null, -- The last known merge base, where the diff begins.
  merge_sha text, -- The commit that merged it.
  draft integer not null,
  labels text not null,
  author text not null,
  ended_by text,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  author_id text, -- The ID of the person or API key; null for the agent and for older rows.
  constraint pull_requests_by_number unique (project_id, number)
);
-- If two people open the same pull request at once, only one of them succeeds.
create unique index pull_requests_open on pull_requests (project_id, head, base) where status = 'open';

create table pull_request_comments ( -- {PullRequestCommentRow}
  pull_request_id text not null references pull_requests (id) on delete cascade,
  number integer not null, -- Numbered per pull request.
  key text, -- Identifies a comment that may be replaced, such as "preview"; null for one that is never repeated.
  author text not null,
  body text not null, -- Empty for a deleted comment.
  created_at bigint not null,
  updated_at bigint not null,
  author_id text, -- The person or key; null for Lectern itself.
  path text, -- The line that the comment is about, if any: its file, side and number.
  side text, -- {"old" | "new"}
  commit_sha text,
  blob text,
  line_text text,
  resolved_by text,
  line integer,
  reply_to integer, -- The number of the comment that started the thread; null if this comment started it.
  resolved_at bigint,
  deleted_at bigint,
  constraint pull_request_comments_key primary key (pull_request_id, number),
  constraint pull_request_comments_by_key unique (pull_request_id, key)
);

create table commit_statuses (
  project_id text not null references projects (id) on delete cascade,
  commit_sha text not null,
  context text not null,
  state text not null, -- {"pending" | "success" | "failure" | "error"}
  description text not null,
  url text not null,
  updated_at bigint not null,
  constraint commit_statuses_key primary key (project_id, commit_sha, context)
);

-- One prompt of a job, and the journal of the work on it. Steps in the journal aren't repeated.
create table agent_turns ( -- {AgentTurnRow}
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null, -- 1 for the prompt that created the job.
  prompt text not null,
  created_at bigint not null,
  started_at bigint, -- When the work began. Used as the commit's time, so that a repeated commit is identical.
  base_sha text, -- The commit the work starts from.
  on_branch integer, -- 1 if the base commit was the tip of the job's own branch.
  report text, -- The text of the pull request, as JSON.
  commit_sha text,
  pushed_at bigint,
  prompted_by text, -- The user who wrote the prompt; null for an API key.
  constraint agent_turns_key primary key (job_id, turn)
);

-- Messages to a running job, which its model reads before its next step.
create table agent_messages (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null,
  number integer not null,
  text text not null,
  prompted_by text,
  created_at bigint not null,
  taken_step integer, -- The step that read the message; null while it waits.
  constraint agent_messages_key primary key (job_id, turn, number)
);

-- One step of a language model: its reply, the results of its tools, and the changes they made.
create table agent_model_steps (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn integer not null,
  step integer not null,
  messages text not null, -- The messages that the step added to the conversation, as JSON.
  changes text not null, -- The files that the step changed, as JSON.
  input_tokens integer not null,
  output_tokens integer not null,
  constraint agent_model_steps_key primary key (job_id, turn, step)
);

-- A person with a dashboard account.
create table users (
  id text primary key,
  email text not null unique, -- In lower case.
  email_verified integer not null, -- 1 if verified by an OpenID Connect provider.
  name text not null,
  image text,
  created_at bigint not null,
  updated_at bigint not null
);

-- A password, or an account at an OpenID Connect provider.
create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null, -- "credential" for a password.
  account_id text not null,
  password text, -- Hashed with scrypt.
  created_at bigint not null,
  updated_at bigint not null,
  constraint credentials_by_account unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

create table sessions ( -- {SessionRow}
  id text primary key,
  token_hash text not null unique, -- SHA-256 of the token, base64url. The token itself exists only in the cookie.
  user_id text not null references users (id) on delete cascade,
  address text not null,
  user_agent text not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_used_at bigint, -- To the minute. Null if the session hasn't been used since it began.
  provider_at bigint -- When the OpenID Connect provider confirmed the person's identity; null for a password.
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table members (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null, -- {"viewer" | "editor" | "admin"}
  created_at bigint not null,
  is_managed integer not null default 0, -- 1 if the role is set from the provider's claims at each sign-in.
  constraint members_key primary key (organization_id, user_id)
);
create index members_by_user on members (user_id);

-- An invitation that hasn't been accepted yet.
create table invitations ( -- {InvitationRow}
  id text primary key,
  hash text not null unique, -- SHA-256 of the token in the link, base64url.
  organization_id text not null references organizations (id) on delete cascade,
  email text, -- Null if anyone with the link may accept it.
  role text not null, -- {"viewer" | "editor" | "admin"}
  invited_by text references users (id) on delete set null, -- The member who invites; null for the operator.
  created_at bigint not null,
  expires_at bigint not null
);
create index invitations_by_organization on invitations (organization_id);

-- Records who did what, when and from where. Has no foreign keys, so entries outlive their project and member.
create table audit_entries ( -- {AuditRow}
  id text primary key,
  organization_id text not null,
  project_id text,
  actor_kind text not null, -- {"member" | "key" | "operator" | "guest"}
  actor_id text not null,
  actor_name text not null,
  action text not null, -- The name of the operation.
  details text not null,
  address text not null,
  at bigint not null,
  -- The names at the time of the action, because project and target may be renamed or deleted later. Null in old
  -- entries.
  project_name text,
  target_kind text,
  target_id text,
  target_name text
);
create index audit_entries_by_organization on audit_entries (organization_id, id);

-- Change notifications for open dashboards, kept for an hour. Numbered by the database and never reused, so writers
-- don't wait for each other.
create table changes (
  sequence ${isPostgres ? "bigserial primary key" : "integer primary key autoincrement"},
  organization_id text not null,
  project_id text, -- Null for changes to the organization itself.
  kind text not null, -- {ChangeKind}
  subject text not null, -- The ID of the changed item; for a pull request, its number.
  at bigint not null
);
create index changes_by_organization on changes (organization_id, sequence);

-- A refused webhook and the reason. Its body and signature aren't stored. A separate table: the ID of a refused
-- delivery must not make a later valid one look like a repeat.
create table webhook_refusals ( -- {WebhookRefusalRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  host text not null,
  event text not null,
  problem text not null,
  at bigint not null
);
create index webhook_refusals_by_project on webhook_refusals (project_id, at);

-- How often each maintenance sweep has run and failed, since the first start.
create table sweep_counts ( -- {SweepCountRow}
  name text primary key,
  runs bigint not null,
  failures bigint not null
);

-- Repositories of the built-in git host. Their objects are packs in the artifact store.
create table hosted_repositories (
  project_id text primary key references projects (id) on delete cascade,
  version bigint not null, -- Counts every change of refs or packs.
  -- A new value for every version. After a restore, the same version can occur a second time with other content.
  stamp text not null,
  epoch bigint not null, -- Counts how often unreachable objects were dropped.
  head text not null, -- The branch that a clone checks out.
  created_at bigint not null
);

create table hosted_refs (
  project_id text not null references hosted_repositories (project_id) on delete cascade,
  name text not null, -- In full, such as "refs/heads/main".
  sha text not null,
  constraint hosted_refs_key primary key (project_id, name)
);

-- Rows outlive their repository, because they say which objects of the store are still to be removed.
create table hosted_packs (
  -- Identifies one upload. The same pack can be uploaded twice, and each upload is removed separately.
  id text primary key,
  project_id text not null,
  digest text not null, -- SHA-256 of the pack.
  bytes bigint not null,
  -- A pack is "pending" from before its upload until the change that needs it is committed. Once other packs have
  -- replaced it, it is "replaced" until it is removed.
  state text not null, -- {"pending" | "current" | "replaced"}
  changed_at bigint not null -- When the pack entered this state.
);
create index hosted_packs_by_project on hosted_packs (project_id, state);

-- The failures of a job that hasn't ended. A job has no row unless its first run failed, was postponed or lost its
-- worker.
create table job_retries ( -- {JobRetryRow}
  job text primary key, -- The kind and ID of the job.
  claim integer not null, -- The last claim that is counted here. Each later claim ended with the death of a worker.
  failures integer not null, -- Attempts that failed because of the job itself.
  deaths integer not null, -- Runs in a row that ended with the death of a worker.
  waits integer not null, -- How often the job was postponed because of an outage.
  waiting_since bigint,
  cause text, -- The cause of the wait. It is stored so that the domain records each cause only once.
  updated_at bigint not null
);
create index job_retries_by_age on job_retries (updated_at);

-- The bytes a project has in the artifact store. Publishing adds to the number; the next collection counts again.
create table stored_bytes ( -- {StoredBytesRow}
  project_id text not null references projects (id) on delete cascade,
  kind text not null, -- {"artifacts" | "screenshots" | "pdfs"}
  bytes bigint not null,
  constraint stored_bytes_key primary key (project_id, kind)
);

-- The processes that are running. The streams they hold are in shared_slots.
create table nodes ( -- {NodeRow}
  id text primary key,
  role text not null, -- {"api" | "worker"}
  started_at bigint not null,
  seen_at bigint not null
);

-- A slot held by a running stream or job. Slots are counted across all nodes.
create table shared_slots (
  id text primary key,
  holder text not null,
  lease_until bigint not null
);
create index shared_slots_by_holder on shared_slots (holder);

-- An installation of the GitHub App that acts for one organization.
create table installations (
  host text not null, -- The host's origin, such as "https://github.com".
  installation_id bigint not null,
  organization_id text not null references organizations (id) on delete cascade,
  account text not null, -- The account on the host that the app is installed in.
  -- The email of the admin who proved that they manage the account, or another reason why the connection is trusted.
  connected_by text not null,
  created_at bigint not null,
  constraint installations_key primary key (host, installation_id)
);
create index installations_by_organization on installations (organization_id);

-- A visit to the git host that an admin has started, to prove which installations they manage.
create table installation_setups ( -- {InstallationSetupRow}
  state_hash text primary key, -- SHA-256 of the state, base64url.
  organization_id text not null references organizations (id) on delete cascade,
  session_id text not null, -- The session that started the visit. Only the same session can finish it.
  offers text, -- JSON of the installations that the admin manages; null until they come back.
  expires_at bigint not null
);
create index installation_setups_by_session on installation_setups (organization_id, session_id);

-- An address that a user has signed in from.
create table known_addresses (
  user_id text not null references users (id) on delete cascade,
  address text not null,
  used_at bigint not null,
  constraint known_addresses_key primary key (user_id, address)
);
create index known_addresses_by_use on known_addresses (used_at);

-- A custom domain that was entered for a project, whether it is served or not. Several projects can claim the same
-- domain.
create table domain_claims ( -- {DomainClaimRow}
  project_id text not null references projects (id) on delete cascade,
  domain text not null,
  created_at bigint not null,
  state text not null, -- {DomainState}
  -- Why the last check found no proof; null if it found one, or if there was no check yet.
  problem text, -- {DomainProblem}
  misses integer not null default 0, -- Scheduled checks in a row without a proof.
  checked_at bigint,
  next_check_at bigint, -- Null if the domain isn't checked because the operator vouches for it.
  trusted integer not null default 0, -- 1 if the operator vouches for the domain.
  constraint domain_claims_key primary key (project_id, domain)
);
create index domain_claims_by_check on domain_claims (next_check_at);
create index domain_claims_by_domain on domain_claims (domain);

-- The last project that proved a domain, even if the domain was removed from it later. No reference: a row outlives its
-- project, whose subdomain someone else can take.
create table domain_owners (
  domain text primary key,
  project_id text not null,
  proved_at bigint not null
);

-- The problems that the build of an update found.
create table update_problems (
  update_id text primary key references updates (id) on delete cascade,
  problems text not null -- A list of records as JSON.
);

-- A personal access token.
create table access_tokens ( -- {AccessTokenRow}
  id text primary key,
  hash text not null unique, -- SHA-256 of the token, base64url. The token itself is stored nowhere.
  user_id text not null references users (id) on delete cascade,
  -- Null if the token works in every organization of its owner.
  organization_id text references organizations (id) on delete cascade,
  name text not null,
  hint text not null, -- The first and last characters of the token.
  scopes text not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  last_used_address text,
  created_at bigint not null,
  provider_at bigint -- When the provider confirmed the session that created the token; null for a password.
);
create index access_tokens_by_user on access_tokens (user_id);

-- A member's role in one project. It replaces the role in the organization.
create table project_roles (
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null, -- {"none" | "viewer" | "editor" | "admin"} "none" if the member has no access to the project.
  created_at bigint not null,
  constraint project_roles_key primary key (project_id, user_id)
);
create index project_roles_by_user on project_roles (user_id);

-- An app that shows one-time codes.
create table authenticators (
  user_id text primary key references users (id) on delete cascade,
  secret text not null, -- 20 random bytes in base64url, sealed.
  last_step bigint not null, -- The time step of the last accepted code; older codes are refused.
  confirmed_at bigint, -- Null until the first code was entered.
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash text not null, -- SHA-256 of the code, base64url.
  used_at bigint,
  constraint recovery_codes_key primary key (user_id, hash)
);

create table passkeys ( -- {PasskeyRow}
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique, -- Chosen by the authenticator, base64url.
  public_key text not null, -- A COSE key, base64url.
  sign_count bigint not null,
  transports text not null, -- JSON of a list of strings.
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_by_user on passkeys (user_id);

-- A sign-in that waits for its next step, or a passkey that is being added.
create table sign_in_challenges ( -- {SignInChallengeRow}
  -- SHA-256 of the token in the cookie, base64url; for a new passkey, SHA-256 of the session's ID.
  hash text primary key,
  purpose text not null, -- {"sign_in" | "second_factor" | "new_passkey"}
  user_id text references users (id) on delete cascade, -- Null until a passkey identifies the person.
  challenge text, -- The challenge for passkeys, base64url. Null once it was used.
  expires_at bigint not null
);
create index sign_in_challenges_by_end on sign_in_challenges (expires_at);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);

create table password_resets ( -- {PasswordResetRow}
  hash text primary key, -- SHA-256 of the token in the link, base64url.
  -- The user. Each account has at most one open link.
  user_id text not null unique references users (id) on delete cascade,
  email text not null, -- The account's email when the link was created.
  -- The organization whose admin created the link; null for the operator, and for links that were mailed.
  organization_id text references organizations (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);

-- Organizations without a row use the defaults.
create table sign_in_rules (
  organization_id text primary key references organizations (id) on delete cascade,
  needs_second_factor integer not null,
  idle_minutes integer,
  session_hours integer
);

-- A setting of the whole server that was changed in the dashboard.
create table server_settings ( -- {ServerSettingRow}
  name text primary key,
  value text not null, -- JSON.
  secret text, -- Sealed.
  set_by text not null, -- The email of the person who changed the setting.
  set_at bigint not null
);

-- How members of an organization sign in with the OpenID Connect provider.
create table organization_sign_ins ( -- {OrganizationSignInRow}
  organization_id text primary key references organizations (id) on delete cascade,
  requires_provider integer not null, -- 1 if sessions that began with a password can't open the organization.
  -- The role for unknown people with a verified email in one of the domains; null if they can't join.
  default_role text, -- {"viewer" | "editor" | "admin"}
  email_domains text not null, -- JSON list.
  mappings text not null, -- JSON list of claim values and their roles.
  set_by text not null,
  set_at bigint not null
);

create table pull_request_reviews ( -- {PullRequestReviewRow}
  pull_request_id text not null references pull_requests (id) on delete cascade,
  number integer not null, -- Numbered per pull request.
  author_id text not null,
  author text not null,
  verdict text not null, -- {"approve" | "request_changes" | "comment"}
  body text not null,
  commit_sha text not null,
  created_at bigint not null,
  constraint pull_request_reviews_key primary key (pull_request_id, number)
);

-- Who made the commits that branches were moved to.
create table pushed_commits (
  project_id text not null references projects (id) on delete cascade,
  commit_sha text not null,
  people text not null, -- JSON list of the IDs of users.
  constraint pushed_commits_key primary key (project_id, commit_sha)
);

create table viewed_files (
  pull_request_id text not null references pull_requests (id) on delete cascade,
  viewer_id text not null,
  path text not null,
  blob text not null, -- The version of the file that was viewed.
  viewed_at bigint not null,
  constraint viewed_files_key primary key (pull_request_id, viewer_id, path)
);

-- Kept for 30 days.
create table events ( -- {EventRow}
  id text primary key,
  organization_id text not null,
  project_id text not null references projects (id) on delete cascade,
  type text not null, -- Such as "update.failed".
  subject text not null, -- The ID of the thing the event is about.
  data text not null, -- JSON.
  at bigint not null,
  -- The event isn't reported before this time. Until then, newer data about the same subject replaces it.
  dispatch_at bigint not null,
  dispatched_at bigint -- When every consumer got the event; null while it is waiting.
);
create index events_waiting on events (organization_id, dispatch_at) where dispatched_at is null;
create index events_by_project on events (project_id, type, at);
create index events_by_organization on events (organization_id, id);

-- An address that receives an organization's events.
create table outgoing_webhooks ( -- {OutgoingWebhookRow}
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  project_id text references projects (id) on delete cascade, -- Null for events of all projects.
  name text not null,
  url text not null, -- Sealed: anyone who knows the address of a chat can write to it.
  format text not null, -- {"json" | "slack" | "teams"}
  events text not null, -- JSON list of event types.
  secret text, -- Sealed. Signs each delivery; null for chats.
  -- The secret before the last rotation, sealed. It also signs deliveries until the time in the next column.
  previous_secret text,
  previous_until bigint not null,
  state text not null, -- {"active" | "failing" | "paused" | "off"} "paused" is set by the server, "off" by an admin.
  failing_since bigint,
  last_error text,
  delivered_at bigint,
  created_by text not null,
  created_at bigint not null
);
create index outgoing_webhooks_by_organization on outgoing_webhooks (organization_id, id);

-- An event on its way to a webhook. Kept for 30 days.
create table outgoing_deliveries ( -- {OutgoingDeliveryRow}
  id text primary key,
  webhook_id text not null references outgoing_webhooks (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  event_id text not null,
  event_type text not null,
  event text not null, -- The event as JSON, so that every attempt sends the same text.
  status text not null, -- {"waiting" | "delivered" | "failed"}
  attempts integer not null,
  next_attempt_at bigint, -- Null unless the delivery is waiting.
  attempted_at bigint,
  response_status integer,
  response_body text, -- The beginning of the response body.
  duration_milliseconds integer,
  problem text,
  is_redelivery integer not null, -- 1 if a person requested the delivery again.
  created_at bigint not null
);
create index outgoing_deliveries_by_webhook on outgoing_deliveries (webhook_id, id);
create index outgoing_deliveries_waiting on outgoing_deliveries (webhook_id, next_attempt_at) where status = 'waiting';
create index outgoing_deliveries_by_project on outgoing_deliveries (project_id);

create table mails ( -- {MailRow}
  id text primary key, -- Derived from the subject of the mail, so that the same mail is written only once.
  kind text not null,
  organization_id text, -- Null for mails about an account.
  -- Recipient and content, encrypted. Null once they are no longer needed, because they may contain a sign-in link.
  sealed text,
  created_at bigint not null,
  expires_at bigint not null, -- The mail isn't sent after this time.
  retry_at bigint not null, -- The time of the next attempt.
  failures integer not null,
  outcome text -- {"sent" | "refused" | "expired"} Null while the mail is waiting.
);
create index mails_by_time on mails (created_at);

-- The person who triggered an update or, if nobody did, wrote its commit. Only people with an account.
create table update_people (
  update_id text primary key references updates (id) on delete cascade,
  user_id text not null references users (id) on delete cascade
);

-- A person's notification settings in a project, if they differ from the defaults.
create table notification_choices (
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  kind text not null,
  choice text not null,
  week integer not null, -- The number of the last week whose summary was written; used only for weekly summaries.
  constraint notification_choices_key primary key (user_id, project_id, kind)
);
-- Finds who wants mail about an event, and whose weekly summary is due.
create index notification_choices_by_project on notification_choices (project_id, kind, choice);
create index notification_choices_by_week on notification_choices (kind, choice, week);

-- The last event up to which a person has read all notifications.
create table notification_marks (
  user_id text not null references users (id) on delete cascade,
  organization_id text not null references organizations (id) on delete cascade,
  read_through text not null,
  constraint notification_marks_key primary key (user_id, organization_id)
);

-- A single notification that a person has read.
create table notification_reads (
  user_id text not null references users (id) on delete cascade,
  event_id text not null references events (id) on delete cascade,
  constraint notification_reads_key primary key (user_id, event_id)
);
create index notification_reads_by_event on notification_reads (event_id);

-- A question that a member judged or wrote. answer_id isn't a reference: retention deletes conversations, but not what
-- was learned from them.
create table evaluation_questions ( -- {EvaluationQuestionRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  question text not null,
  earlier text not null, -- The conversation before the question, as JSON: a list of messages.
  language text,
  version text,
  page text, -- The page the reader was on.
  expected text not null, -- Paths of the pages that should answer the question, as JSON.
  not_in_docs integer not null, -- 1 if the docs don't answer the question, so that the assistant should say so.
  must text not null, -- The facts that the answer must show, as JSON: for each fact, a list of alternatives.
  note text,
  judgment text, -- {Verdict} The member's verdict on the answer below; null for a question that was added by hand.
  answer_id text, -- The ID of the judged answer's message; null if no reader got it.
  answer text,
  outcome text,
  cited text not null, -- Paths of the pages the judged answer cites, as JSON.
  judged_by text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index evaluation_questions_by_project on evaluation_questions (project_id, id);
create unique index evaluation_questions_by_answer on evaluation_questions (project_id, answer_id);

-- One run in which all questions were asked again.
create table evaluations ( -- {EvaluationRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  update_id text, -- The update whose publication started the run; null if a person started it.
  status text not null, -- {"queued" | "completed" | "failed"}
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

create table evaluation_results ( -- {EvaluationResultRow}
  evaluation_id text not null references evaluations (id) on delete cascade,
  question_id text not null references evaluation_questions (id) on delete cascade,
  result text not null, -- {Verdict | "unknown"}
  -- The result that this one is compared with; null for the first result of a question that nobody judged.
  result_before text, -- {Verdict}
  outcome text not null,
  cited text not null,
  -- 1 if the answer has the same text as the judged one, 0 if it differs, null if no answer was judged.
  is_same_text integer,
  answer text, -- Kept only for the newest evaluation, so that members can judge the answer.
  constraint evaluation_results_key primary key (evaluation_id, question_id)
);
create index evaluation_results_by_question on evaluation_results (question_id, evaluation_id);

create table drafts ( -- {DraftRow}
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  author_id text not null, -- The person who created the draft.
  author_name text not null,
  author_email text not null,
  title text not null,
  branch text not null, -- The branch that the draft becomes. It exists in git once a review was requested.
  base_branch text not null,
  base_sha text not null,
  head_sha text, -- The tip of the draft's branch in git; null while there is none.
  status text not null, -- {"open" | "review" | "published" | "discarded"}
  pull_request integer,
  pull_request_url text,
  revision integer not null, -- Increases with every change to the draft's files.
  created_at bigint not null,
  updated_at bigint not null
);
create index drafts_by_project on drafts (project_id, status, id);

-- A file that the draft changes. All other files are as in the base commit.
create table draft_files ( -- {DraftFileRow}
  draft_id text not null references drafts (id) on delete cascade,
  path text not null, -- Relative to the content directory.
  kind text not null, -- {"text" | "media" | "removed"}
  content text, -- The text as of "sequence".
  object_key text, -- The key of the object with a media file's bytes.
  bytes integer not null,
  moved_from text, -- The path of the file in the base commit, if the draft moved it.
  -- The newer commit of the base branch that a person merged this file with; null if the file is based on the draft's
  -- commit.
  base_sha text,
  sequence integer not null, -- The last update that is included in "content".
  updated_at bigint not null,
  constraint draft_files_key primary key (draft_id, path)
);

-- Everyone who has changed a file of the draft.
create table draft_editors (
  draft_id text not null references drafts (id) on delete cascade,
  user_id text not null,
  constraint draft_editors_key primary key (draft_id, user_id)
);

-- One or more keystrokes in a text, as Yjs encodes them, in base64.
create table draft_updates (
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  sequence integer not null,
  epoch text not null, -- Random, and the same for all updates of a text until the file is removed or replaced.
  "update" text not null,
  at bigint not null,
  constraint draft_updates_key primary key (draft_id, path, sequence)
);

-- Which people have a draft open, and where in it they are. "at" is the time of the last report.
create table draft_presence ( -- {DraftPresenceRow}
  draft_id text not null references drafts (id) on delete cascade,
  client text not null,
  state text not null,
  at bigint not null,
  constraint draft_presence_key primary key (draft_id, client)
);

create table draft_comments ( -- {DraftCommentRow}
  id text primary key,
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  parent_id text, -- The comment that this one replies to.
  kind text not null, -- {"comment" | "suggestion"}
  anchor text, -- The position of the comment in the text, as JSON; null for a comment on the whole page.
  body text not null,
  replacement text, -- For suggestions: the text that would replace the anchor's.
  author_id text not null,
  author_name text not null,
  status text not null, -- {"open" | "resolved" | "accepted" | "rejected"}
  ended_by text,
  created_at bigint not null,
  updated_at bigint not null
);
create index draft_comments_by_draft on draft_comments (draft_id, path, id);

-- Who may read a site. Projects without a row are public.
create table site_access ( -- {SiteAccessRow}
  project_id text primary key references projects (id) on delete cascade,
  kind text not null, -- {"public" | "unlisted" | "password" | "members" | "readers"}
  previews text not null, -- {"public" | "members"} Who may read previews of branches.
  settings text not null, -- How readers sign in, as JSON; secrets are sealed.
  updated_at bigint not null
);

create table reader_sessions ( -- {ReaderSessionRow}
  id text primary key,
  token_hash text not null unique, -- SHA-256 of the token in the cookie, base64url.
  project_id text not null references projects (id) on delete cascade,
  method text not null, -- {ReaderSessionMethod}
  -- The reader's ID in the method: an email, a subject, a user ID, the ID of a preview link; empty for a password.
  subject text not null,
  "groups" text not null, -- JSON of a list of strings.
  profile text not null, -- JSON: data for personalized pages.
  created_at bigint not null,
  expires_at bigint not null
);
create index reader_sessions_by_project on reader_sessions (project_id, id);

-- A code or token that starts a session at most once.
create table reader_codes ( -- {ReaderCodeRow}
  hash text primary key, -- SHA-256, base64url.
  project_id text not null references projects (id) on delete cascade,
  method text not null, -- {ReaderSessionMethod}
  -- SHA-256 of the value in the cookie of the browser that may use the code; empty if any browser may.
  browser text not null,
  reader text, -- JSON: the reader. Null for a token that has been used.
  expires_at bigint not null
);

-- A link that opens the preview of a branch without signing in.
create table preview_links ( -- {PreviewLinkRow}
  id text primary key,
  token_hash text not null unique, -- SHA-256 of the token in the link, base64url.
  project_id text not null references projects (id) on delete cascade,
  subdomain text not null,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index preview_links_by_project on preview_links (project_id, id);

-- A published site as a PDF. Its file is in the artifact store.
create table pdfs ( -- {PdfRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  status text not null, -- {"queued" | "completed" | "failed"}
  from_page text, -- A page of the part to print; null for the whole site.
  group_title text,
  format text not null, -- {"A4" | "Letter"}
  pages integer not null,
  bytes integer not null,
  problem text,
  created_at bigint not null,
  ended_at bigint
);
create index pdfs_by_project on pdfs (project_id, id);

create table automations ( -- {AutomationRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  file text, -- The path of the file that defines it; null if it was created in the dashboard.
  definition text not null, -- JSON, as in the contract.
  is_on integer not null,
  next_at bigint, -- When the schedule starts the next run.
  hook_hash text unique, -- The hash of the token in the address that starts a run.
  created_at bigint not null,
  updated_at bigint not null
);
create index automations_by_project on automations (project_id, id);
create unique index automations_by_file on automations (project_id, file);
create index automations_by_time on automations (next_at);

create table automation_runs ( -- {AutomationRunRow}
  id text primary key,
  automation_id text not null references automations (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  -- What the run is about. Unique in its automation, so that nothing starts a second run for the same thing.
  occurrence text not null,
  cause text not null, -- {(typeof automationCauses)[number]}
  status text not null, -- {(typeof automationStatuses)[number]}
  outcome text, -- {AgentJobOutcome}
  summary text,
  job_id text,
  cost_before integer, -- What the job had cost before this run, in ten-thousandths of the operator's currency.
  pr_link text,
  is_pr_over integer not null, -- 1 if the pull request was merged or closed.
  created_at bigint not null,
  ended_at bigint
);
create unique index automation_runs_by_occurrence on automation_runs (automation_id, occurrence);
create index automation_runs_by_automation on automation_runs (automation_id, id);
create index automation_runs_by_job on automation_runs (job_id);

-- What somebody asks the agent outside of the dashboard: in a comment, with a failed check, or in a chat.
create table agent_requests ( -- {AgentRequestRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  occurrence text not null, -- What the request is about. Unique in its project, so that nothing is asked twice.
  place text not null, -- JSON: where the answer belongs.
  text text not null,
  author text not null,
  prompted_by text, -- The user who wrote it, if it is somebody with an account here.
  job_id text,
  status text not null, -- {"waiting" | "working" | "answered" | "ignored"}
  created_at bigint not null
);
create unique index agent_requests_by_occurrence on agent_requests (project_id, occurrence);
create index agent_requests_by_job on agent_requests (job_id);
create index agent_requests_by_age on agent_requests (created_at);

-- Addresses of other websites that failed when a job checked them last.
create table dead_links (
  project_id text not null references projects (id) on delete cascade,
  address text not null,
  failing_since bigint not null,
  checked_at bigint not null,
  constraint dead_links_key primary key (project_id, address)
);

-- A group of questions that the docs should answer, and whether they do.
create table gaps ( -- {GapRow}
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  subject text not null, -- The words that the questions have in common.
  questions text not null, -- JSON: the questions as readers asked them.
  job_id text,
  draft_id text,
  branch text, -- The branch of the job or draft.
  preview text, -- JSON: what the newest preview of the branch answered.
  published text, -- JSON: what the published site answered after the newest update.
  created_by text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index gaps_by_project on gaps (project_id, id);
create index gaps_by_branch on gaps (project_id, branch);
`.trimEnd();
}
