/** The limits of one turn of a job. */
export const agentLimits = {
  /** From the first step to the pull request, in one attempt. */
  turnSecondsMax: 1_800,
  /** One call to the child process. */
  callSecondsMax: 120,
  childHeapMegabytes: 512,
  /** The server gets about ten times as much CPU as the agent. */
  childNiceness: 10,
  filesChangedMax: 2_000,
  /** All changed files together. */
  changedBytesMax: 20_000_000,
  fileBytesMax: 2_000_000,
  eventsMax: 5_000,
  /** One text in an event. */
  eventCharactersMax: 8_000,
  /** Edits that get an event of their own. */
  editEventsMax: 200,
} as const;
