// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Renders single pages in this process, for previews and checks. Importing this file loads large parts of the folder.

export { EngineMissing } from "./page/author-code/engine.ts";
export { renderPage } from "./page/render-page.ts";
export {
  type PreviewPlan,
  planPreview,
  type ReplacedText,
  replaceText,
  shapeOf,
} from "./pipeline/preview/plan-preview.ts";
export { describeForWriter, type WriterProblem } from "./pipeline/preview/preview-problems.ts";
export { renderPreview } from "./pipeline/preview/render-preview.ts";
