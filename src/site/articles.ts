// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Renders the article of a page in this process. Heavy.

export { EngineMissing } from "./page/author-code/engine.ts";
export { renderPage } from "./page/render-page.ts";
