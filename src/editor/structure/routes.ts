import type { editorStructureOperations } from "../../contract/editor-structure-operations.ts";
import type { Handlers, Principal } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { pageUrl } from "../../site/source/page-url.ts";
import { openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type DraftParams, getDraft, getOpenDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import { changeSettings, presentSettings } from "./change-settings.ts";
import { createPage, duplicatePage } from "./create-page.ts";
import { changeStructure, type StructureRequest } from "./draft-structure.ts";
import { editFrontmatter } from "./edit-frontmatter.ts";
import { movePage, planPageMove } from "./move-page.ts";
import { presentNavigation } from "./read-structure.ts";
import { planPageRemoval, removePage } from "./remove-page.ts";
import { changeNavigation } from "./store-navigation.ts";

interface OwnCall {
  principal: Principal & { user: { id: string } };
  params: DraftParams;
  signal: AbortSignal;
}

/** Pages, navigation and settings of a draft. */
export function editorStructureRoutes(
  editorDeps: EditorDeps,
  index: PageIndex,
): Handlers<typeof editorStructureOperations> {
  const deps = { ...editorDeps, index };
  const forReading = async ({ principal, params, signal }: OwnCall) => {
    const { project, draft } = await getDraft(deps.database.query, principal, params);
    return { project, draft, signal };
  };
  const forChanging = async ({ principal, params, signal }: OwnCall): Promise<StructureRequest> => {
    const { project, draft } = await getOpenDraft(deps.database.query, principal, params);
    return { project, draft, by: principal.user.id, signal };
  };
  return {
    readNavigation: async (call) => {
      const { project, draft, signal } = await forReading(call);
      return presentNavigation(index, await openTree(deps, project, draft, signal));
    },

    changeNavigation: async (call) => {
      const { edit, undo } = call.body;
      if ((edit === undefined) === (undo === undefined)) {
        throw new AppError("bad_request", "Send either `edit` or `undo`.");
      }
      return changeNavigation(deps, await forChanging(call), call.body);
    },

    readSettings: async (call) => {
      const { project, draft, signal } = await forReading(call);
      return presentSettings(await openTree(deps, project, draft, signal));
    },

    changeSettings: async (call) => changeSettings(deps, await forChanging(call), call.body),

    createPage: async (call) => {
      const { path, url } = await createPage(deps, await forChanging(call), call.body);
      return { path, url };
    },

    duplicatePage: async (call) => {
      const { path, url } = await duplicatePage(deps, await forChanging(call), call.body);
      return { path, url };
    },

    planPageMove: async (call) => planPageMove(deps, await forReading(call), call.query),

    movePage: async (call) => movePage(deps, await forChanging(call), call.body),

    planPageRemoval: async (call) => planPageRemoval(deps, await forReading(call), call.query),

    removePage: async (call) => removePage(deps, await forChanging(call), call.body),

    changeFrontmatter: async (call) => {
      const { path, key, value } = call.body;
      await changeStructure(deps, await forChanging(call), async (tree) => {
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
