import type { editorFactOperations } from "../../contract/editor-fact-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { searchIcons } from "../../site/page/icons/search-icons.ts";
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
    async readEditorFacts({ principal, params }) {
      const { project, draft } = await getDraft(deps.database.query, principal, params);
      // Other requests may be waiting for the same result, so a closed request must not cancel it.
      return cache.read(deps.database.query, draft, async () =>
        readCompletions(index, await openTree(deps, project, draft, deps.stopping)),
      );
    },
    async readAnchors({ principal, params, query: { path }, signal }) {
      const { project, draft } = await getDraft(deps.database.query, principal, params);
      const found = await readDraftText(deps, project, draft, path, signal);
      if (found === undefined) {
        throw new AppError("not_found", "Page not found in this draft.");
      }
      return { anchors: scanAnchors(found.text) };
    },
    async findIcons({ principal, params, query: { text }, signal }) {
      const { project, draft } = await getDraft(deps.database.query, principal, params);
      const { iconLibrary } = await readSettingCompletions({
        read: async (path) => (await readDraftText(deps, project, draft, path, signal))?.text,
      });
      return { names: searchIcons(iconLibrary, text, iconsMax) };
    },
  };
}
