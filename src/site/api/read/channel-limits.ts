/** Bounds of AsyncAPI descriptions, beside those of every API description. */
export const channelLimits = {
  /** Channels of one description that have pages. */
  channelsMax: 1_000,
  operationsMax: 3_000,
  /** Of one page. */
  operationsShownMax: 40,
  messagesShownMax: 40,
  parametersMax: 100,
  traitsMax: 10,
  tagsMax: 20,
  examplesMax: 6,
  /** Of all examples of a page together. */
  exampleBytesMax: 256 * 1024,
  bindingsMax: 10,
  bindingValuesMax: 40,
  bindingDepthMax: 4,
  addressLengthMax: 500,
} as const;
