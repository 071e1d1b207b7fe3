import type { Generated, Selectable } from "kysely";
import type { UpdateTrigger } from "../../../contract/schemas.ts";

/** Updates, their events, and the sites they publish. */
export interface UpdateTables {
  updates: UpdateTable;
  update_events: UpdateEventRow;
  update_problems: UpdateProblemsRow;
  sites: SiteRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_refusals: WebhookRefusalRow;
  stored_bytes: StoredBytesRow;
}

interface UpdateTable {
  id: string;
  /** Copied from the project, so that a status read needs no join. */
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
  /** The sequence of the newest event. It grows with every change, so it is also the revision of the row. */
  event_count: number;
  /** `build` creates a new artifact; `rollback` publishes an existing one. */
  kind: Generated<"build" | "rollback">;
  /** The digest of the published artifact. */
  artifact: string | null;
  /** The current size of the log, so that its limits hold without counting it. */
  log_lines: number;
  log_bytes: number;
  /** Why the update failed, if the author can't fix it. */
  failure_cause: "outage" | "deaths" | "internal" | null;
  /** How many earlier updates failed in the same way and were tried again. */
  catch_ups: Generated<number>;
  /** What triggered the update, if `source` doesn't say. */
  trigger_name: UpdateTrigger | null;
  /** The commit whose push triggered the update, and the previous tip of the branch. */
  pushed_sha: string | null;
  pushed_from: string | null;
  /** The commit that was built, if it is newer than the update's own. */
  built_sha: string | null;
  /** Pairs of an old and a new path, as JSON. */
  files_renamed: string | null;
  /** How many errors and warnings the build found, as JSON; null if unknown. */
  problems: string | null;
}

/** The problems that the build of an update found. */
interface UpdateProblemsRow {
  update_id: string;
  /** A list of records as JSON. */
  problems: string;
}

/** A status change, or log lines that were written together. */
export interface UpdateEventRow {
  update_id: string;
  /** The sequence of the last line: a batch of n lines covers the n sequences up to this one. */
  sequence: number;
  kind: "status" | "log" | "cut";
  /**
   * The status change as JSON, the lines of a batch joined by line feeds, or the number of lines that were cut here.
   */
  text: string;
  line_count: number;
  at: number;
}

/** The site that a subdomain serves: a project's own site, or a branch preview. Publishing changes only `artifact`. */
interface SiteRow {
  subdomain: string;
  project_id: string;
  branch: string;
  update_id: string;
  artifact: string;
  commit_sha: string | null;
  published_at: number;
}

/** The bytes a project has in the artifact store. Publishing adds to the number; the next collection counts again. */
export interface StoredBytesRow {
  project_id: string;
  kind: "artifacts" | "screenshots";
  bytes: number;
}

/** An accepted webhook, to recognize repeats. */
export interface WebhookDeliveryRow {
  project_id: string;
  delivery_id: string;
  host: string;
  event: string;
  /** The update that the webhook triggered, if any. */
  update_id: string | null;
  /** How to fix a webhook that triggered no update, if possible. */
  problem: string | null;
  at: number;
}

/** A refused webhook and the reason. Its body and signature aren't stored. */
export interface WebhookRefusalRow {
  id: string;
  project_id: string;
  host: string;
  event: string;
  problem: string;
  at: number;
}

export type UpdateRow = Selectable<UpdateTable>;
