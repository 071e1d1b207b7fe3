/** The bounds of one turn of a job. */
export const agentLimits = {
  /** From the first step to the pull request, over all tries of one worker. */
  turnSecondsMax: 1_800,
  /** A single answer of the child process. */
  callSecondsMax: 120,
  childHeapMegabytes: 512,
  /** Of 19: a server that wants the processor gets about ten times as much of it. */
  childNiceness: 10,
  filesChangedMax: 2_000,
  /** Of all changed files together. */
  changedBytesMax: 20_000_000,
  fileBytesMax: 2_000_000,
  eventsMax: 5_000,
  /** Of one text in an event. */
  eventCharactersMax: 8_000,
  /** Edits that are told one by one. */
  editEventsMax: 200,
} as const;
