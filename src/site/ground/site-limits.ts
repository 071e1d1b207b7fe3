const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** All limits of a build, so an operator can see and change them in one place. */
export interface SiteLimits {
  filesMax: number;
  pagesMax: number;
  pageBytesMax: number;
  frontmatterBytesMax: number;
  configBytesMax: number;
  configDepthMax: number;
  configNodesMax: number;
  assetBytesMax: number;
  stylesBytesMax: number;
  scriptsMax: number;
  scriptsBytesMax: number;
  projectBytesMax: number;
  folderDepthMax: number;
  treeDepthMax: number;
  treeNodesMax: number;
  includeDepthMax: number;
  /** Limits for the code of a page over all its components: steps, nesting, characters of output, time. */
  interpreterStepsMax: number;
  interpreterDepthMax: number;
  interpreterOutputMax: number;
  interpreterSecondsMax: number;
  /** Limits for components that run in the browser: their code before and after compiling, the props of one, and servers. */
  islandSourceBytesMax: number;
  islandBytesMax: number;
  islandPropsBytesMax: number;
  islandOriginsMax: number;
  highlightBytesMax: number;
  pageHtmlBytesMax: number;
  siteBytesMax: number;
  pageSecondsMax: number;
  specSecondsMax: number;
  buildSecondsMax: number;
  problemsMax: number;
  cacheBytesMax: number;
}

export const defaultSiteLimits: SiteLimits = {
  filesMax: 50_000,
  // Each page is two files of a published site, which may have 100,000.
  pagesMax: 40_000,
  pageBytesMax: 5 * mebibyte,
  frontmatterBytesMax: 64 * kibibyte,
  configBytesMax: 8 * mebibyte,
  configDepthMax: 60,
  configNodesMax: 400_000,
  assetBytesMax: 20 * mebibyte,
  stylesBytesMax: 256 * kibibyte,
  scriptsMax: 50,
  scriptsBytesMax: 4 * mebibyte,
  projectBytesMax: 2048 * mebibyte,
  folderDepthMax: 40,
  treeDepthMax: 120,
  treeNodesMax: 400_000,
  includeDepthMax: 8,
  interpreterStepsMax: 1_000_000,
  interpreterDepthMax: 500,
  interpreterOutputMax: 8_000_000,
  interpreterSecondsMax: 2,
  islandSourceBytesMax: 512 * kibibyte,
  islandBytesMax: 256 * kibibyte,
  islandPropsBytesMax: 64 * kibibyte,
  islandOriginsMax: 30,
  highlightBytesMax: 48 * kibibyte,
  pageHtmlBytesMax: 16 * mebibyte,
  siteBytesMax: 4096 * mebibyte,
  pageSecondsMax: 10,
  specSecondsMax: 60,
  buildSecondsMax: 900,
  problemsMax: 2_000,
  cacheBytesMax: 1024 * mebibyte,
};
