/** Drafts: changes that people make in the editor before they are in git. */
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
  /** The person who created the draft. */
  author_id: string;
  author_name: string;
  author_email: string;
  title: string;
  /** The branch that the draft becomes. It exists in git once a review was requested. */
  branch: string;
  base_branch: string;
  base_sha: string;
  /** The tip of the draft's branch in git; null while there is none. */
  head_sha: string | null;
  status: "open" | "review" | "published" | "discarded";
  pull_request: number | null;
  pull_request_url: string | null;
  /** Increases with every change to the draft's files. */
  revision: number;
  created_at: number;
  updated_at: number;
}

/** A file that the draft changes. All other files are as in the base commit. */
export interface DraftFileRow {
  draft_id: string;
  /** Relative to the content directory. */
  path: string;
  kind: "text" | "media" | "removed";
  /** The text as of `sequence`. */
  content: string | null;
  /** The key of the object with a media file's bytes. */
  object_key: string | null;
  bytes: number;
  /** The path of the file in the base commit, if the draft moved it. */
  moved_from: string | null;
  /**
   * The newer commit of the base branch that a person merged this file with; null if the file is based on the draft's
   * commit.
   */
  base_sha: string | null;
  /** The last update that is included in `content`. */
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

/** Which people have a draft open, and where. A row is as current as its `at`. */
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
  /** The comment that this one replies to. */
  parent_id: string | null;
  kind: "comment" | "suggestion";
  /** The position of the comment in the text, as JSON; null for a comment on the whole page. */
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
