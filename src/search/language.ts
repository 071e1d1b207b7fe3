// biome-ignore-all lint/performance/noBarrelFile: one of the three doors of this folder, so that its files can change

// Reads the words of texts and questions without an index. This part also runs in browsers.

export { editDistance } from "../platform/edit-distance.ts";
export { cutSnippet } from "./cut-snippet.ts";
export { stemEnglish } from "./english-stemmer.ts";
export type { InflectedLanguage } from "./inflected-languages.ts";
export { framingWords, functionWords, listed, stopWords } from "./stop-words.ts";
export { forEachWord, termsOf } from "./tokenize.ts";
