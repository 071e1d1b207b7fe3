import { LRUCache } from "lru-cache";
import type { EditorFacts } from "../../contract/editor-fact-operations.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { EditorDraft } from "../draft.ts";
import { listFileStamps } from "../store.ts";

const draftsMax = 50;

/** Keeps the completion data of drafts that people are editing. The data is read again after the draft changes. */
export function createCompletionCache() {
  const entries = new LRUCache<string, { state: string; facts: Promise<EditorFacts> }>({ max: draftsMax });
  return {
    async read(connection: Connection, draft: EditorDraft, read: () => Promise<EditorFacts>): Promise<EditorFacts> {
      const state = await stateOf(connection, draft);
      const known = entries.get(draft.id);
      const entry = known?.state === state ? known : { state, facts: read() };
      entries.set(draft.id, entry);
      try {
        return await entry.facts;
      } catch (error) {
        if (entries.get(draft.id) === entry) entries.delete(draft.id);
        throw error;
      }
    },
  };
}

/** A text that is different after every change of the draft. */
async function stateOf(connection: Connection, { id, baseSha, revision }: EditorDraft): Promise<string> {
  const files = await listFileStamps(connection, id);
  return [baseSha, revision, ...files.map(({ path, stamp }) => `${path} ${stamp}`)].join("\n");
}
