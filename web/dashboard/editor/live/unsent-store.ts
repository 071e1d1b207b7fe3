/** What a person has typed that the server hasn't confirmed. */
export interface UnsentEdits {
  /** Unique, so that two tabs don't overwrite each other's. */
  key: string;
  draftId: string;
  path: string;
  epoch: string;
  update: Uint8Array;
  /** The whole text with them, in case they can't be merged anymore. */
  text: string;
  at: number;
}

/** Survives a closed tab and a killed browser. */
export interface UnsentStore {
  list(draftId: string): Promise<UnsentEdits[]>;
  put(edits: UnsentEdits): Promise<void>;
  /** Removes them unless they were replaced by newer ones since. */
  remove(edits: Pick<UnsentEdits, "key" | "at">): Promise<void>;
}
