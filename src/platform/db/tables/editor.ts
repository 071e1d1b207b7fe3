/** Drafts: what people change in the editor before it is in git. */
export interface EditorTables {
  drafts: DraftRow;
  draft_files: DraftFileRow;
  draft_updates: DraftUpdateRow;
  draft_presence: DraftPresenceRow;
  draft_comments: DraftCommentRow;
}

export interface DraftRow {
  id: string;
  organization_id: string;
  project_id: string;
  /** The person who created it. */
  author_id: string;
  author_name: string;
  author_email: string;
  title: string;
  /** The branch that it becomes. It exists in git once a review was requested. */
  branch: string;
  base_branch: string;
  base_sha: string;
  /** The tip of its branch in git; null while there is none. */
  head_sha: string | null;
  status: "open" | "review" | "published" | "discarded";
  pull_request: number | null;
  pull_request_url: string | null;
  /** Increases with every change of its files. */
  revision: number;
  created_at: number;
  updated_at: number;
}

/** A file that the draft changes. All others are as in the base commit. */
export interface DraftFileRow {
  draft_id: string;
  /** Relative to the content directory. */
  path: string;
  kind: "text" | "media" | "removed";
  /** The text as of `sequence`. */
  content: string | null;
  /** The object that holds a media file. */
  object_key: string | null;
  bytes: number;
  /** Where the file was in the base commit, if the draft moved it. */
  moved_from: string | null;
  /** A newer commit of the base branch that a person merged this file with; null if it is based on the draft's commit. */
  base_sha: string | null;
  /** The last update that `content` includes. */
  sequence: number;
  updated_by: string;
  updated_at: number;
}

/** One or more keystrokes in a text, as Yjs encodes them, in base64. */
interface DraftUpdateRow {
  draft_id: string;
  path: string;
  sequence: number;
  /** Random, and the same for all updates of a text until the file is removed or replaced. */
  epoch: string;
  update: string;
  at: number;
}

/** Who is where right now. Rows are only as current as `at`. */
export interface DraftPresenceRow {
  draft_id: string;
  client: string;
  state: string;
  at: number;
}

export interface DraftCommentRow {
  id: string;
  draft_id: string;
  path: string;
  /** The comment it answers. */
  parent_id: string | null;
  kind: "comment" | "suggestion";
  /** Where it is in the text, as JSON; null for a comment on the whole page. */
  anchor: string | null;
  body: string;
  /** For suggestions: the text that would replace the anchor's. */
  replacement: string | null;
  author_id: string;
  author_name: string;
  status: "open" | "resolved" | "accepted" | "rejected";
  ended_by: string | null;
  created_at: number;
  updated_at: number;
}
