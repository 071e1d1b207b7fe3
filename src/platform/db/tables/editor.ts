/** Drafts: changes that people make in the editor before they are in git. */
export interface EditorTables {
  drafts: DraftRow;
  draftFiles: DraftFileRow;
  /** Everyone who has changed a file of the draft. */
  draftEditors: { draftId: string; userId: string };
  /** One or more keystrokes in a text, as Yjs encodes them, in base64. */
  draftUpdates: {
    draftId: string;
    path: string;
    sequence: number;
    /** Random, and the same for all updates of a text until the file is removed or replaced. */
    epoch: string;
    update: string;
    at: number;
  };
  draftPresence: DraftPresenceRow;
  draftComments: DraftCommentRow;
}

export interface DraftRow {
  id: string;
  organizationId: string;
  projectId: string;
  /** The person who created the draft. */
  authorId: string;
  authorName: string;
  authorEmail: string;
  title: string;
  /** The branch that the draft becomes. It exists in git once a review was requested. */
  branch: string;
  baseBranch: string;
  baseSha: string;
  /** The tip of the draft's branch in git; null while there is none. */
  headSha: string | null;
  status: "open" | "review" | "published" | "discarded";
  pullRequest: number | null;
  pullRequestUrl: string | null;
  /** Increases with every change to the draft's files. */
  revision: number;
  createdAt: number;
  updatedAt: number;
}

/** A file that the draft changes. All other files are as in the base commit. */
export interface DraftFileRow {
  draftId: string;
  /** Relative to the content directory. */
  path: string;
  kind: "text" | "media" | "removed";
  /** The text as of `sequence`. */
  content: string | null;
  /** The key of the object with a media file's bytes. */
  objectKey: string | null;
  bytes: number;
  /** The path of the file in the base commit, if the draft moved it. */
  movedFrom: string | null;
  /**
   * The newer commit of the base branch that a person merged this file with; null if the file is based on the draft's
   * commit.
   */
  baseSha: string | null;
  /** The last update that is included in `content`. */
  sequence: number;
  updatedAt: number;
}

/** Which people have a draft open, and where in it they are. `at` is the time of the last report. */
export interface DraftPresenceRow {
  draftId: string;
  client: string;
  state: string;
  at: number;
}

export interface DraftCommentRow {
  id: string;
  draftId: string;
  path: string;
  /** The comment that this one replies to. */
  parentId: string | null;
  kind: "comment" | "suggestion";
  /** The position of the comment in the text, as JSON; null for a comment on the whole page. */
  anchor: string | null;
  body: string;
  /** For suggestions: the text that would replace the anchor's. */
  replacement: string | null;
  authorId: string;
  authorName: string;
  status: "open" | "resolved" | "accepted" | "rejected";
  endedBy: string | null;
  createdAt: number;
  updatedAt: number;
}
