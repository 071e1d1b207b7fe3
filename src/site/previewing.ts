// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Plans and renders the previews of a draft. Heavy.

export {
  type PreviewPlan,
  planPreview,
  type ReplacedText,
  replaceText,
  shapeOf,
} from "./pipeline/preview/plan-preview.ts";
export { describeForWriter, type WriterProblem } from "./pipeline/preview/preview-problems.ts";
export { renderPreview } from "./pipeline/preview/render-preview.ts";
