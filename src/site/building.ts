// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Builds, indexes and exports whole sites. Importing this file loads large parts of the folder.

export type { BuildRequest } from "./pipeline/build-request.ts";
export { buildSite } from "./pipeline/build-site.ts";
export { indexSite, pagesToIndex } from "./pipeline/built-pages.ts";
export type { SiteBuild } from "./pipeline/site-build.ts";
export { type StaticSearch, staticSearch } from "./pipeline/static-search.ts";
export { folderWriter, type WriteFile, writeSite } from "./pipeline/write-site.ts";
export { findRoot, readRoots } from "./shared/source-roots.ts";
export { type FindGoodPages, type GoodPage, readGoodPages } from "./source/good-page.ts";
export type { SiteAddresses } from "./theme/site-address.ts";
export type { EditableSource } from "./theme/templates/edit-links.ts";
