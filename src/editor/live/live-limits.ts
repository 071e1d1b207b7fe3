/** Everything that a browser can ask of live editing is bounded by one of these. */
export const liveLimits = {
  /** One message: a page with its history, pasted or sent again after a long time offline. */
  messageBytesMax: 4_000_000,
  awarenessBytesMax: 4_000,
  /** A message costs one, and more if it is large. Typing costs about five per second. */
  messagesPerSecond: 40,
  messagesBurst: 600,
  bytesPerMessage: 10_000,
  /** Updates of one page that a browser may send before the first of them is saved. */
  unsavedUpdatesMax: 8,
  pagesPerSocketMax: 20,
  socketsPerDraftMax: 50,
  socketsPerOrganizationMax: 300,
  socketsMax: 2_000,
  roomsMax: 2_000,
  /** A browser that doesn't read what it is sent is disconnected; it starts over from what it has. */
  unreadBytesMax: 8_000_000,
  /** How often a browser's session and role are checked again. */
  recheckMilliseconds: 3_000,
  /** How often presence is exchanged with other nodes. */
  presenceMilliseconds: 1_000,
  /** Browsers repeat their presence every 15 seconds. */
  presenceKeptMilliseconds: 45_000,
  /** Everything that was typed within this time is stored in one transaction. */
  batchMilliseconds: 100,
  /** Large pages are stored less often, because each time the whole text is. */
  charactersPerBatchMillisecond: 1_000,
  /** How often a changing draft is announced to other dashboards. */
  announceMilliseconds: 5_000,
  retryMilliseconds: 1_000,
  /** After the server has said that it stops. */
  leaveMilliseconds: 2_000,
};
