/** The limits of one turn of a job. */
export const agentLimits = {
  /** The time for one attempt, from the first step to the pull request. */
  turnSecondsMax: 1_800,
  /** The time for one call to the child process. */
  callSecondsMax: 120,
  childHeapMegabytes: 512,
  /** With this value, the server gets about ten times as much CPU as the agent. */
  childNiceness: 10,
  filesChangedMax: 2_000,
  /** The total size of all changed files. */
  changedBytesMax: 20_000_000,
  fileBytesMax: 2_000_000,
  eventsMax: 5_000,
  /** The maximum length of one text in an event. */
  eventCharactersMax: 8_000,
  /** The maximum number of edits that are reported as separate events. */
  editEventsMax: 200,
} as const;
