const mebibyte = 1024 * 1024;

/** Limits for API descriptions. Descriptions are untrusted, and a few lines can expand to a million fields. */
export const specLimits = {
  bytesMax: 10 * mebibyte,
  /** Parsed YAML takes about a hundred times the memory of its text, and render processes have a bounded heap. */
  yamlBytesMax: 5 * mebibyte,
  /** Descriptions per project. Descriptions that the project names explicitly come first. */
  specsMax: 200,
  /** Files opened to see whether they are descriptions. */
  candidatesMax: 2_000,
  /** Overlays that are found by their "extends". */
  overlaysMax: 50,
  overlayBytesMax: mebibyte,
  overlayActionsMax: 1_000,
  /** Values that the overlays of a description may look at and copy. */
  overlayWorkMax: 5_000_000,
  depthMax: 120,
  /** Values in a document after its YAML aliases are expanded. */
  valuesMax: 3_000_000,
  aliasesMax: 10_000,
  operationsMax: 3_000,
  channelsMax: 1_000,
  problemsMax: 50,
  referenceHopsMax: 40,
  allOfDepthMax: 40,
  /** Fields per page. If a page has more, its deeper levels are dropped. */
  fieldsMax: 1_500,
  fieldDepthMax: 10,
  variantsMax: 40,
  enumValuesMax: 200,
  exampleDepthMax: 8,
  exampleValuesMax: 400,
  exampleBytesMax: 128 * 1024,
  descriptionLengthMax: 100_000,
  serversMax: 20,
  serverAddressesMax: 50,
  addressLengthMax: 500,
  /** Limits for the page of a channel. */
  channelOperationsMax: 40,
  messagesMax: 40,
  channelParametersMax: 100,
  traitsMax: 10,
  tagsMax: 20,
  messageExamplesMax: 6,
  /** The size of all message examples of a page together. */
  messageExampleBytesMax: 256 * 1024,
  bindingsMax: 10,
  bindingValuesMax: 40,
  bindingDepthMax: 4,
} as const;
