// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Basic types and functions of a docs project: problems, limits, addresses, kinds of files and JSON. Importing this
// file loads little code and no parser, so the server may import it.

export { BuildFailure, BuildProblem, describeProblem, problemLines, problemToRecord } from "./shared/build-problem.ts";
export { type ComparedProblem, compareProblems, listNewProblems } from "./shared/compare-problems.ts";
export { oneLine } from "./shared/html/collapse-whitespace.ts";
export { isExternalUrl, safeLinkUrl } from "./shared/html/safe-url.ts";
export { defaultSiteLimits } from "./shared/site-limits.ts";
export { at, type Place, placePath } from "./source/config/config-report.ts";
export { convertMintJson } from "./source/convert-mint-json.ts";
export { assetType, isCodeFile, isPageFile, isSnippetPath } from "./source/file-types.ts";
export { isJsonObject, type JsonObject, type JsonValue, parseJson } from "./source/json-value.ts";
export type { ProjectFile } from "./source/list-files.ts";
export { mediaSize } from "./source/media-size.ts";
export { normalizeSlug, pageSlug, pageUrl, titleFromSlug } from "./source/page-url.ts";
export { resolveReferences } from "./source/resolve-references.ts";
