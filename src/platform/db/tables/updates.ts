import type { Generated, Selectable } from "kysely";

/** From a push to what readers see. */
export interface UpdateTables {
  updates: UpdateTable;
  update_events: UpdateEventRow;
  sites: SiteRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_refusals: WebhookRefusalRow;
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
  /** What to mend so that it becomes one, if it can. */
  problem: string | null;
  at: number;
}

/** A webhook that was not taken, and why. Nothing of its body or its signature is kept. */
export interface WebhookRefusalRow {
  id: string;
  project_id: string;
  host: string;
  event: string;
  problem: string;
  at: number;
}

export type UpdateRow = Selectable<UpdateTable>;
