const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** All limits of a build, so an operator can see and change them in one place. */
export const defaultSiteLimits = {
  filesMax: 50_000,
  // Each page is published as two files, and a site may have 100,000 files.
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
  /** Limits for all code of a page together: steps, characters of output, and time. */
  interpreterStepsMax: 1_000_000,
  interpreterOutputMax: 8_000_000,
  interpreterSecondsMax: 2,
  /** Limits for components that run in the browser: code before and after compiling, props, and servers. */
  islandSourceBytesMax: 512 * kibibyte,
  islandBytesMax: 256 * kibibyte,
  islandPropsBytesMax: 64 * kibibyte,
  islandOriginsMax: 30,
  highlightBytesMax: 48 * kibibyte,
  pageHtmlBytesMax: 16 * mebibyte,
  siteBytesMax: 4096 * mebibyte,
  pageSecondsMax: 10,
  specSecondsMax: 60,
  /**
   * Processor time of all processes that render for one update: some at first, and more for each page or other file and
   * each million characters of an API description. Pages take about 25 milliseconds, with components of the author
   * 150. A limit by the clock would fail builds on a busy machine.
   */
  buildSecondsMin: 60,
  buildSecondsPerFile: 0.3,
  buildSecondsPerSpecMillion: 10,
  problemsMax: 2_000,
  cacheBytesMax: 1024 * mebibyte,
};

export type SiteLimits = typeof defaultSiteLimits;
