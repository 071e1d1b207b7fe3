// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Starts the processes that render pages, and fetches files on other servers for projects.

export type { FetchFile } from "./api/read/fetch-or-reuse.ts";
export { createFileFetcher, createSpecFetcher } from "./api/read/fetch-spec.ts";
export type { FetchSpec, RecallSpec } from "./api/read/remote-specs.ts";
export { type CheckAddress, createAddressChecker } from "./pipeline/check-address.ts";
export { checkExternalLinks } from "./pipeline/check-external-links.ts";
export { createRenderPool, type RenderPool } from "./pipeline/render/render-pool.ts";
