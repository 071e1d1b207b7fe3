/** A grammar of an author is a program of regular expressions. What it may be, and what it may take. */
export const grammarLimits = {
  bytesMax: 1024 * 1024,
  allBytesMax: 4 * 1024 * 1024,
  depthMax: 60,
  rulesMax: 10_000,
  includeDepthMax: 100,
  /** Regular expressions that are tried at one place in the code. */
  patternsAtOnceMax: 5_000,
  patternLengthMax: 20_000,
  nameLengthMax: 300,
  captureMax: 200,
  faultsMax: 20,
  lineLengthMax: 5_000,
  openRulesMax: 1_000,
  lineMillisecondsMax: 500,
  pageMillisecondsMax: 4_000,
};
