import type { editorPreviewOperations } from "../../contract/editor-preview-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { articleDocument } from "../../site/theme/article-document.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft } from "../get-draft.ts";
import { createPreviews } from "./previews.ts";

export function editorPreviewRoutes(deps: EditorDeps): Handlers<typeof editorPreviewOperations> {
  const previews = createPreviews(deps);
  deps.stopping.addEventListener("abort", () => {
    previews.close().catch((error: unknown) => deps.log.warn({ error }, "could not remove the files of previews"));
  });
  return {
    previewPage: async ({ principal, params, body, signal }) => {
      const began = performance.now();
      const { project, draft } = await getDraft(deps.database.query, principal, params);
      const { path, text } = body;
      const editor = [principal.keyId, draft.id, path].join("\n");
      const mediaUrl = `/v1/dashboard/project/${project.id}/drafts/${draft.id}/media?path=`;
      const page = await previews.render({ project, draft, path, text, editor, mediaUrl, signal });
      const problems = page.problems.map(({ line, ...problem }) => ({
        ...problem,
        ...(line !== undefined && { line }),
      }));
      return { ...page, problems, milliseconds: Math.round(performance.now() - began) };
    },

    readPreviewFrame: async ({ principal, params, query, signal }) => {
      const { project, draft } = await getDraft(deps.database.query, principal, params);
      const { css, version } = await previews.readStyles({ project, draft, signal });
      return articleDocument({ nodes: [], css, theme: query.theme, version, withTabs: true });
    },
  };
}
