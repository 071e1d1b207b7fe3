import type { editorStructureOperations } from "../../contract/editor-structure-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { pageUrl } from "../../site/project.ts";
import { type DraftTree, openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import { changeSettings, presentSettings } from "./change-settings.ts";
import { createPage, duplicatePage } from "./create-page.ts";
import { changeStructure } from "./draft-structure.ts";
import { editFrontmatter } from "./edit-frontmatter.ts";
import { planPageMove } from "./move-page.ts";
import { presentNavigation } from "./read-structure.ts";
import { planPageRemoval } from "./remove-page.ts";
import { changeNavigation } from "./store-navigation.ts";

/** Pages, navigation and settings of a draft. */
export function editorStructureRoutes(
  editorDeps: EditorDeps,
  index: PageIndex,
): Handlers<typeof editorStructureOperations> {
  const deps = { ...editorDeps, index };
  return {
    readNavigation: async (call) => presentNavigation(index, await openTree(deps, await getDraft(deps, call))),

    changeNavigation: async (call) => {
      const { edit, undo } = call.body;
      if ((edit === undefined) === (undo === undefined)) {
        throw new AppError("bad_request", "Send either `edit` or `undo`.");
      }
      return changeNavigation(deps, await getOpenDraft(deps, call), call.body);
    },

    readSettings: async (call) => presentSettings(await openTree(deps, await getDraft(deps, call))),

    changeSettings: async (call) => changeSettings(deps, await getOpenDraft(deps, call), call.body),

    createPage: async (call) => {
      const { path, url } = await createPage(deps, await getOpenDraft(deps, call), call.body);
      return { path, url };
    },

    duplicatePage: async (call) => {
      const { path, url } = await duplicatePage(deps, await getOpenDraft(deps, call), call.body);
      return { path, url };
    },

    planPageMove: async (call) => {
      const tree = await openTree(deps, await getDraft(deps, call));
      return (await planPageMove(tree, call.query, call.signal)).plan;
    },

    movePage: async (call) => {
      const plan = (tree: DraftTree) => planPageMove(tree, call.body, call.signal);
      return (await changeStructure(deps, await getOpenDraft(deps, call), plan)).plan;
    },

    planPageRemoval: async (call) => {
      const tree = await openTree(deps, await getDraft(deps, call));
      return (await planPageRemoval(tree, call.query, call.signal)).plan;
    },

    removePage: async (call) => {
      const plan = (tree: DraftTree) => planPageRemoval(tree, call.body, call.signal);
      return (await changeStructure(deps, await getOpenDraft(deps, call), plan)).plan;
    },

    changeFrontmatter: async (call) => {
      const { path, key, value } = call.body;
      await changeStructure(deps, await getOpenDraft(deps, call), async (tree) => {
        const source = tree.paths.includes(path) && /\.mdx?$/.test(path) ? await tree.read(path) : undefined;
        if (source === undefined) throw new AppError("not_found", `There is no page ${path}.`);
        const content = editFrontmatter(source, key, value);
        if (content === undefined) throw new AppError("conflict", `The frontmatter of ${path} can't be read.`);
        return { changes: content === source ? [] : [{ path, content }] };
      });
      return { path, url: pageUrl(path) };
    },
  };
}
