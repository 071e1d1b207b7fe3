import type { editorFactOperations } from "../../contract/editor-fact-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { readDraftText } from "../draft-files.ts";
import { openTree, withoutPages } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type DraftCall, getDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import { createCompletionCache } from "./completion-cache.ts";

export function editorCompletionRoutes(deps: EditorDeps, index: PageIndex): Handlers<typeof editorFactOperations> {
  const cache = createCompletionCache();
  const readFacts = async (call: DraftCall) => {
    const request = await getDraft(deps, call);
    return cache.read(deps.database.query, request.draft, async () => {
      // Other requests may be waiting for the same result, so a closed request must not cancel it.
      const tree = await openTree(deps, { ...request, signal: deps.stopping });
      const facts = await index.read(request.project.organizationId, tree);
      return deps.texts.call(request.project.organizationId, "readCompletions", {
        tree: withoutPages(tree.data),
        facts,
      });
    });
  };
  return {
    readEditorFacts: readFacts,
    async readAnchors(call) {
      const found = await readDraftText(deps, await getDraft(deps, call), call.query.path);
      if (found === undefined) {
        throw new AppError("not_found", "Page not found in this draft.");
      }
      return { anchors: await deps.texts.call(call.principal.organizationId, "readAnchors", { text: found.text }) };
    },
    async findIcons(call) {
      const { iconLibrary: library } = await readFacts(call);
      const { text } = call.query;
      return { names: await deps.texts.call(call.principal.organizationId, "findIcons", { library, text }) };
    },
  };
}
