import type { editorStructureOperations } from "../../contract/editor-structure-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { pageUrl } from "../../site/project.ts";
import { openTree, withoutPages } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import { checkValue } from "./check-value.ts";
import { changeStructure } from "./draft-structure.ts";

/** Pages, navigation and settings of a draft. The texts are read and changed in the text processes. */
export function editorStructureRoutes(deps: EditorDeps, index: PageIndex): Handlers<typeof editorStructureOperations> {
  const { texts } = deps;
  return {
    readNavigation: async (call) => {
      const owner = call.principal.organizationId;
      const tree = await openTree(deps, await getDraft(deps, call));
      const facts = await index.read(owner, tree);
      return texts.call(owner, "readNavigation", { tree: withoutPages(tree.data), facts });
    },

    changeNavigation: async (call) => {
      const { edit, undo } = call.body;
      const owner = call.principal.organizationId;
      if ((edit === undefined) === (undo === undefined)) {
        throw new AppError("bad_request", "Send either `edit` or `undo`.");
      }
      const plan = await changeStructure(deps, await getOpenDraft(deps, call), async (tree) => {
        const facts = await index.read(owner, tree);
        return texts.call(owner, "changeNavigation", { tree: tree.data, facts, request: call.body });
      });
      return plan.navigation;
    },

    readSettings: async (call) => {
      const tree = await openTree(deps, await getDraft(deps, call));
      return texts.call(call.principal.organizationId, "readSettings", { tree: withoutPages(tree.data) });
    },

    changeSettings: async (call) => {
      const change = { ...call.body, value: call.body.value === undefined ? undefined : checkValue(call.body.value) };
      const plan = await changeStructure(deps, await getOpenDraft(deps, call), ({ data: tree }) =>
        texts.call(call.principal.organizationId, "changeSettings", { tree, change }),
      );
      return plan.settings;
    },

    createPage: async (call) => {
      const owner = call.principal.organizationId;
      const { path, url } = await changeStructure(deps, await getOpenDraft(deps, call), async (tree) => {
        const facts = await index.read(owner, tree);
        return texts.call(owner, "createPage", { tree: tree.data, facts, page: call.body });
      });
      return { path, url };
    },

    duplicatePage: async (call) => {
      const owner = call.principal.organizationId;
      const { path, url } = await changeStructure(deps, await getOpenDraft(deps, call), async (tree) => {
        const facts = await index.read(owner, tree);
        return texts.call(owner, "duplicatePage", { tree: tree.data, facts, copy: call.body });
      });
      return { path, url };
    },

    planPageMove: async (call) => {
      const { data: tree } = await openTree(deps, await getDraft(deps, call));
      return (await texts.call(call.principal.organizationId, "movePage", { tree, move: call.query }, call.signal))
        .plan;
    },

    movePage: async (call) => {
      const moved = await changeStructure(deps, await getOpenDraft(deps, call), ({ data: tree }) =>
        texts.call(call.principal.organizationId, "movePage", { tree, move: call.body }, call.signal),
      );
      return moved.plan;
    },

    planPageRemoval: async (call) => {
      const { data: tree } = await openTree(deps, await getDraft(deps, call));
      return (await texts.call(call.principal.organizationId, "removePage", { tree, removal: call.query }, call.signal))
        .plan;
    },

    removePage: async (call) => {
      const removed = await changeStructure(deps, await getOpenDraft(deps, call), ({ data: tree }) =>
        texts.call(call.principal.organizationId, "removePage", { tree, removal: call.body }, call.signal),
      );
      return removed.plan;
    },

    changeFrontmatter: async (call) => {
      const { path } = call.body;
      await changeStructure(deps, await getOpenDraft(deps, call), ({ data: tree }) =>
        texts.call(call.principal.organizationId, "changeFrontmatter", { tree, edit: call.body }),
      );
      return { path, url: pageUrl(path) };
    },
  };
}
