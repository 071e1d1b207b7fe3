/** An author's grammar is a program of regular expressions; these are its limits. */
export const grammarLimits = {
  bytesMax: 1024 * 1024,
  allBytesMax: 4 * 1024 * 1024,
  depthMax: 60,
  rulesMax: 10_000,
  includeDepthMax: 100,
  /** Regular expressions tried at a single position. */
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
