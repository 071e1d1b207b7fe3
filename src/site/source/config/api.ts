import { isJsonObject } from "../json-value.ts";
import { listOf, oneOrMoreTexts, type Setting, shape } from "./check-shape.ts";
import { type Check, describe, flag, oneOf, text } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import { isSampleLanguage } from "./sample-languages.ts";

const sourcesMax = 200;
const listMax = 50;

/** API descriptions, by project path or web address, and the folder of the pages made from them. */
export interface ApiSource {
  sources: string[];
  directory?: string;
}

const sourceObject = shape({ source: oneOrMoreTexts(sourcesMax), directory: text }, ["source"]);
const sourceTexts = oneOrMoreTexts(sourcesMax);

export const apiSource: Check<ApiSource> = (value, place, report) => {
  const read = isJsonObject(value) ? sourceObject(value, place, report) : { source: sourceTexts(value, place, report) };
  if (read?.source === undefined) return undefined;
  return { sources: read.source, ...("directory" in read ? { directory: read.directory } : {}) };
};

/** How the request tester behaves; a page may say it with one word. */
export const playgroundDisplay = oneOf("interactive", "simple", "none", "auth");

/** Other languages are named by many projects, and samples in them would be missing without a word. */
const sampleLanguage: Check<string> = (value, place, report) => {
  const word = text(value, place, report);
  if (word === undefined || isSampleLanguage(word)) return word;
  const rule = "but samples are made in curl, javascript, python and go only";
  return reportValue(report, place, `is ${describe(word)}, ${rule}`, "give your own samples with x-codeSamples");
};

/** Everything about pages of an API. `cobo` is a word of the format for the signed requests of one company. */
export const api = shape({
  openapi: apiSource,
  asyncapi: apiSource,
  playground: shape({ display: playgroundDisplay, proxy: flag, credentials: flag }),
  params: shape({ expanded: oneOf("all", "closed"), post: listOf(text, listMax) }),
  url: oneOf("full"),
  examples: shape({
    languages: listOf(sampleLanguage, listMax),
    defaults: oneOf("required", "all"),
    prefill: flag,
    autogenerate: flag,
  }),
  mdx: shape({
    server: oneOrMoreTexts(listMax),
    auth: shape({ method: oneOf("bearer", "basic", "key", "cobo"), name: text }),
  }),
});

export type ApiSettings = Setting<typeof api>;
