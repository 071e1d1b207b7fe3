import type { Generated, Selectable } from "kysely";
import type { UpdateSource, UpdateTrigger } from "../../../contract/schemas.ts";

/** Updates, their events, and the sites they publish. */
export interface UpdateTables {
  updates: UpdateTable;
  updateEvents: UpdateEventRow;
  /** The problems that the build of an update found. */
  updateProblems: {
    updateId: string;
    /** A list of records as JSON. */
    problems: string;
  };
  sites: SiteTable;
  siteAudiences: SiteAudienceRow;
  webhookDeliveries: WebhookDeliveryRow;
  webhookRefusals: WebhookRefusalRow;
  storedBytes: StoredBytesRow;
  pdfs: PdfRow;
}

interface UpdateTable {
  id: string;
  /** Copied from the project, so that a status read needs no join. */
  organizationId: string;
  projectId: string;
  subdomain: string;
  branch: string;
  source: UpdateSource;
  status: "queued" | "in_progress" | "success" | "failure";
  summary: string;
  createdAt: number;
  endedAt: number | null;
  commitSha: string | null;
  commitRef: string | null;
  commitMessage: string | null;
  filesChanged: string | null;
  authorName: string | null;
  authorAvatarUrl: string | null;
  authorGithubUserId: number | null;
  screenshotLight: string | null;
  screenshotDark: string | null;
  /** The sequence of the newest event. It grows with every change, so it is also the revision of the row. */
  eventCount: number;
  /** `build` creates a new artifact; `rollback` publishes an existing one. */
  kind: Generated<"build" | "rollback">;
  /** The digest of the published artifact. */
  artifact: string | null;
  /** The current size of the log, so that its limits hold without counting it. */
  logLines: number;
  logBytes: number;
  /** Why the update failed, if the author can't fix it. */
  failureCause: "outage" | "deaths" | "internal" | null;
  /** How many earlier updates failed in the same way and were tried again. */
  catchUps: Generated<number>;
  /** What triggered the update, if the trigger was on this server itself. */
  triggerName: UpdateTrigger | null;
  /** The commit whose push triggered the update, and the previous tip of the branch. */
  pushedSha: string | null;
  pushedFrom: string | null;
  /** The commit that was built, if it is newer than the update's own. */
  builtSha: string | null;
  /** Pairs of an old and a new path, as JSON. */
  filesRenamed: string | null;
  /** The commits of the project's sources, as JSON. */
  sources: string | null;
  /** How many errors and warnings the build found, as JSON; null if unknown. */
  problems: string | null;
}

/** A status change, or log lines that were written together. */
export interface UpdateEventRow {
  updateId: string;
  /** The sequence of the last line: a batch of n lines covers the n sequences up to this one. */
  sequence: number;
  kind: "status" | "log" | "cut";
  /**
   * The status change as JSON, the lines of a batch joined by line feeds, or the number of lines that were cut here.
   */
  text: string;
  lineCount: number;
  at: number;
}

/**
 * What a subdomain serves: a project's own site, or a branch preview. Publishing changes `artifact` and nothing else.
 */
interface SiteTable {
  /** The domain identifier, or `{branch}--{domain}` for a preview. */
  subdomain: string;
  projectId: string;
  branch: string;
  updateId: string;
  /** The digest of the published artifact. */
  artifact: string;
  commitSha: string | null;
  publishedAt: number;
  /** The audience that the artifact was built for. */
  audience: Generated<string>;
  /** JSON; null if every audience sees the same pages. */
  restrictions: string | null;
}

/** The artifact of a site for another audience than that of the site's own artifact. */
export interface SiteAudienceRow {
  subdomain: string;
  projectId: string;
  audience: string;
  /** Null while it is being built. */
  artifact: string | null;
  /** The artifact before this one: pages that are still open in a browser load their files from it. */
  earlier: string | null;
  /** The update that published the site's own artifact. */
  updateId: string;
  usedAt: number;
}

/** The bytes a project has in the artifact store. Publishing adds to the number; the next collection counts again. */
export interface StoredBytesRow {
  projectId: string;
  kind: "artifacts" | "screenshots" | "pdfs";
  bytes: number;
}

/** A published site as a PDF. Its file is in the artifact store. */
export interface PdfRow {
  id: string;
  projectId: string;
  status: "queued" | "completed" | "failed";
  /** A page of the part to print; null for the whole site. */
  fromPage: string | null;
  groupTitle: string | null;
  format: "A4" | "Letter";
  pages: number;
  bytes: number;
  problem: string | null;
  createdAt: number;
  endedAt: number | null;
}

/** An accepted webhook, to recognize repeats. */
export interface WebhookDeliveryRow {
  projectId: string;
  deliveryId: string;
  host: string;
  event: string;
  /** The update that the webhook triggered, if any. */
  updateId: string | null;
  /** How to fix a webhook that triggered no update, if possible. */
  problem: string | null;
  at: number;
}

/** A refused webhook and the reason. Its body and signature aren't stored. */
export interface WebhookRefusalRow {
  id: string;
  projectId: string;
  host: string;
  event: string;
  problem: string;
  at: number;
}

export type UpdateRow = Selectable<UpdateTable>;
export type SiteRow = Selectable<SiteTable>;
