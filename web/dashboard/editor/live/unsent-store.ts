/** A person's edits that the server hasn't confirmed. */
export interface UnsentEdits {
  /** Unique, so that two tabs don't overwrite each other's edits. */
  key: string;
  draftId: string;
  path: string;
  epoch: string;
  update: Uint8Array;
  /** The text without the edits, to merge them into another draft. */
  base: string;
  /** The whole text including the edits, in case they can't be merged anymore. */
  text: string;
  at: number;
}

/** Keeps edits when the tab is closed or the browser is killed. */
export interface UnsentStore {
  list(draftId: string): Promise<UnsentEdits[]>;
  put(edits: UnsentEdits): Promise<void>;
  /** Removes the edits, unless newer ones have replaced them. */
  remove(edits: Pick<UnsentEdits, "key" | "at">): Promise<void>;
}
