const mebibyte = 1024 * 1024;

/** Bounds of API descriptions. A description is a file of anyone, and a few lines of it can mean a million fields. */
export const specLimits = {
  bytesMax: 10 * mebibyte,
  /** A YAML tree takes some hundred times the memory of its text, and a render process has a bounded heap. */
  yamlBytesMax: 5 * mebibyte,
  /** Descriptions that one project may hold, named ones first. */
  specsMax: 200,
  /** Files that are opened to see whether they are descriptions. */
  candidatesMax: 2_000,
  depthMax: 120,
  /** Values of a document with its YAML aliases written out. */
  valuesMax: 3_000_000,
  aliasesMax: 10_000,
  operationsMax: 3_000,
  problemsMax: 50,
  /** A reference may lead to another one. */
  referenceHopsMax: 40,
  allOfDepthMax: 40,
  /** Fields that one page shows; beyond it deeper levels are left to the file itself. */
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
} as const;
