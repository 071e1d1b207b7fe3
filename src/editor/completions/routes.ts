import type { editorFactOperations } from "../../contract/editor-fact-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { searchIcons } from "../../site/reading.ts";
import { readDraftText } from "../draft-files.ts";
import { openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import { createCompletionCache } from "./completion-cache.ts";
import { readCompletions, readSettingCompletions } from "./read-completions.ts";
import { scanAnchors } from "./scan-anchors.ts";

const iconsMax = 50;

export function editorCompletionRoutes(deps: EditorDeps, index: PageIndex): Handlers<typeof editorFactOperations> {
  const cache = createCompletionCache();
  return {
    async readEditorFacts(call) {
      const request = await getDraft(deps, call);
      // Other requests may be waiting for the same result, so a closed request must not cancel it.
      return cache.read(deps.database.query, request.draft, async () =>
        readCompletions(index, await openTree(deps, { ...request, signal: deps.stopping })),
      );
    },
    async readAnchors(call) {
      const found = await readDraftText(deps, await getDraft(deps, call), call.query.path);
      if (found === undefined) {
        throw new AppError("not_found", "Page not found in this draft.");
      }
      return { anchors: scanAnchors(found.text) };
    },
    async findIcons(call) {
      const request = await getDraft(deps, call);
      const read = async (path: string) => (await readDraftText(deps, request, path))?.text;
      const { iconLibrary } = await readSettingCompletions({ read });
      return { names: searchIcons(iconLibrary, call.query.text, iconsMax) };
    },
  };
}
