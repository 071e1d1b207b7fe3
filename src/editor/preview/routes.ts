import type { editorPreviewOperations } from "../../contract/editor-preview-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { articleDocument } from "../../site/serving.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft } from "../get-draft.ts";
import { createPreviews } from "./previews.ts";

export function editorPreviewRoutes(deps: EditorDeps): Handlers<typeof editorPreviewOperations> {
  const previews = createPreviews(deps);
  deps.stopping.addEventListener("abort", () => {
    previews.close().catch((error: unknown) => deps.log.warn({ error }, "could not remove the files of previews"));
  });
  return {
    previewPage: async (call) => {
      const began = performance.now();
      const request = await getDraft(deps, call);
      const { project, draft } = request;
      const editor = [call.principal.keyId, draft.id, call.body.path].join("\n");
      const mediaUrl = `/v1/dashboard/project/${project.id}/drafts/${draft.id}/media?path=`;
      const page = await previews.render({ ...call.body, ...request, editor, mediaUrl });
      const problems = page.problems.map(({ line, ...problem }) => ({
        ...problem,
        ...(line !== undefined && { line }),
      }));
      return { ...page, problems, milliseconds: Math.round(performance.now() - began) };
    },

    readPreviewFrame: async (call) => {
      const { css, version } = await previews.readStyles(await getDraft(deps, call));
      return articleDocument({ article: "", css, theme: call.query.theme, version, withTabs: true });
    },
  };
}
