/** Every resource that a browser can use in live editing has one of these limits. */
export const liveLimits = {
  /**
   * The size of one message. The largest messages are a page with its history, pasted or sent again after a long time
   * offline.
   */
  messageBytesMax: 4_000_000,
  awarenessBytesMax: 4_000,
  /**
   * The rate limit in points. A message costs one point, and a large message costs more. Typing costs about five points
   * per second.
   */
  messagesPerSecond: 40,
  messagesBurst: 600,
  bytesPerMessage: 10_000,
  /** How many updates of a page a browser may send before the first of them is stored. */
  unsavedUpdatesMax: 8,
  pagesPerSocketMax: 20,
  /** How many pages that don't exist are remembered for a draft. */
  missingPagesMax: 1_000,
  /** How often the browsers of a draft get the list of people, and the cursors that have moved. */
  peopleMilliseconds: 1_000,
  movedMilliseconds: 100,
  /** What a draft may send to all its browsers, other than replies. A message counts as some more bytes than it has. */
  sentBytesPerMillisecond: 10_000,
  sentMessageBytes: 5_000,
  /** A browser that has this many unread bytes is disconnected. When it reconnects, it continues from its own state. */
  unreadBytesMax: 8_000_000,
  /** How often a browser's session and role are checked again. */
  recheckMilliseconds: 3_000,
  /** How often presence is exchanged with other nodes. */
  presenceMilliseconds: 1_000,
  /** Presence that isn't repeated within this time is removed. Browsers repeat theirs every 15 seconds. */
  presenceKeptMilliseconds: 45_000,
  /** Edits within this time are stored in one transaction. */
  batchMilliseconds: 100,
  /** Large pages are stored less often, because the whole text is written each time. */
  charactersPerBatchMillisecond: 1_000,
  /** How often a changing draft is announced to other dashboards. */
  announceMilliseconds: 5_000,
  retryMilliseconds: 1_000,
  /** How long connections stay open after the server has announced that it is stopping. */
  leaveMilliseconds: 2_000,
};
