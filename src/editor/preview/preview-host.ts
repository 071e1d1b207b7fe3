import { answerCalls } from "../../platform/calls/answer-calls.ts";
import { describeForWriter, renderPreview, replaceText } from "../../site/previewing.ts";
import { BuildFailure, type BuildProblem, problemToRecord } from "../../site/project.ts";
import { createRenderPool } from "../../site/rendering.ts";
import { createOverlays, withUnsaved } from "./draft-overlay.ts";
import type { ChangeInput, DraftInput, HostOptions, RenderAnswer, RenderInput } from "./host-messages.ts";
import { createPreviewPlans } from "./preview-plans.ts";

// The program of the preview process. It caches plans and passes pages on to render processes.
const { rendersAtOnce, allowedHosts } = JSON.parse(process.argv[2] ?? "{}") as HostOptions;
const pool = createRenderPool({ size: rendersAtOnce });
const overlays = createOverlays();
const plans = createPreviewPlans(pool, allowedHosts);
const signal = new AbortController().signal;

export const hostCalls = {
  /** Sends the files of a draft that have changed since the last call. */
  change: (input: ChangeInput) => overlays.change(input),
  /** Undefined if the host no longer knows the draft; then call `change` first. */
  async render({ base, draftId, path, text, mediaUrl }: RenderInput): Promise<RenderAnswer | undefined> {
    const overlay = overlays.find(draftId);
    if (overlay === undefined) return undefined;
    const page = replaceText(path, text);
    try {
      const { plan, problems } = await plans.find(base, draftId, withUnsaved(overlay, page));
      const media = [...overlay.files.values()].filter(({ kind }) => kind === "media");
      const fileUrls = new Map(media.map((file) => [file.path, `${mediaUrl}${encodeURIComponent(file.path)}`]));
      const shown = await renderPreview(pool, plan, { page, others: overlay.texts, fileUrls, signal });
      return {
        ...shown,
        html: shown.html ?? null,
        problems: [...presentProblems(problems, page), ...shown.problems],
        cssVersion: plan.cssVersion,
        accent: plan.accent,
      };
    } catch (error) {
      if (error instanceof BuildFailure) return failedPlan(error.problems, page);
      throw error;
    }
  },
  async styles({ base, draftId }: DraftInput) {
    const overlay = overlays.find(draftId);
    if (overlay === undefined) return undefined;
    // The editor is open, so a page will soon have to be rendered.
    pool.prepare();
    try {
      const { plan } = await plans.find(base, draftId, overlay);
      return { css: plan.css, version: plan.cssVersion };
    } catch (error) {
      if (error instanceof BuildFailure) return { css: "", version: "" };
      throw error;
    }
  },
  /** Announces that a base is about to be removed. */
  drop: ({ key }: { key: string }) => plans.drop(key),
};
answerCalls(hostCalls);

function failedPlan(problems: readonly BuildProblem[], page: { path: string; text: string }): RenderAnswer {
  const missing = { html: null, stylesheet: "", cssVersion: "", accent: "" };
  return { ...missing, title: page.path, problems: presentProblems(problems, page) };
}

function presentProblems(problems: readonly BuildProblem[], page: { path: string; text: string }) {
  return describeForWriter(problems.map(problemToRecord), page).filter(({ severity }) => severity === "error");
}
