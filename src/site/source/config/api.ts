import { isJsonObject } from "../json-value.ts";
import { listOf, oneOrMoreTexts, shape } from "./check-shape.ts";
import { type Check, describe, filled, flag, formOf, isText, oneOf, text, withForm } from "./check-value.ts";
import { at, reportValue } from "./config-report.ts";

/** The languages of generated samples, and the names authors use for them. */
export const sampleLanguages = {
  curl: ["curl", "bash", "shell", "sh"],
  javascript: ["javascript", "js", "node", "nodejs", "typescript", "ts"],
  python: ["python", "py"],
  go: ["go", "golang"],
} as const satisfies Record<string, readonly string[]>;

const sampleLanguageNames: readonly string[] = Object.values(sampleLanguages).flat();

const sourcesMax = 200;
const listMax = 50;

/** API descriptions, by project path or URL, and the folder of the pages generated from them. */
export interface ApiSource {
  sources: string[];
  directory?: string;
  /** The overlays of each source that lists any, as paths or URLs. An empty list turns overlays off. */
  overlays?: ReadonlyMap<string, readonly string[]>;
}

const sources = oneOrMoreTexts(sourcesMax);

export const apiSource = withDirectory(sources, shape({ source: sources, directory: text }, ["source"]));

const overlaysMax = 50;
const withOverlays = shape({ source: sources, directory: text, overlays: listOf(filled(text), overlaysMax) }, [
  "source",
]);

/** Like `apiSource`, but each description may have overlays, also in a list of objects. */
export const openapiSource: Check<ApiSource> = withForm(
  { kind: "either", short: formOf(sources), long: formOf(withOverlays) },
  (value, place, report) => {
    if (!isJsonObject(value) && !(Array.isArray(value) && value.some(isJsonObject)))
      return apiSource(value, place, report);
    const isList = Array.isArray(value);
    const entries = (isList ? value.slice(0, sourcesMax) : [value]).flatMap((entry, index) => {
      const where = isList ? at(place, index) : place;
      return (isJsonObject(entry) ? withOverlays(entry, where, report) : apiSource(entry, where, report)) ?? [];
    });
    const [directory, another] = [...new Set(entries.flatMap((entry) => entry.directory ?? []))];
    if (another !== undefined) {
      const rule = `names several folders; all pages of this element go to "${directory}"`;
      reportValue(report, place, rule, "use one element of the navigation for each folder");
    }
    const named = entries.map((entry) => ("source" in entry ? entry : { source: entry.sources, overlays: undefined }));
    const all = named.flatMap(({ source }) => source);
    if (all.length === 0) return undefined;
    const overlays = named.flatMap(({ source, overlays: own }) =>
      own === undefined ? [] : source.map((one): [string, string[]] => [one, own]),
    );
    return {
      sources: all,
      ...(directory !== undefined && { directory }),
      ...(overlays.length > 0 && { overlays: new Map(overlays) }),
    };
  },
);

/** One GraphQL schema, and the folder of its pages. */
export const graphqlSource = withDirectory(text, shape({ source: text, directory: text }, ["source"]));

/** The descriptions alone, or an object that also has the folder of their pages. */
function withDirectory<Source extends string | string[]>(
  short: Check<Source>,
  long: Check<{ source: Source; directory?: string }>,
): Check<ApiSource> {
  return withForm({ kind: "either", short: formOf(short), long: formOf(long) }, (value, place, report) => {
    const isLong = isJsonObject(value);
    const { source, ...rest } = (isLong ? long(value, place, report) : { source: short(value, place, report) }) ?? {};
    return source === undefined ? undefined : { sources: [source].flat(), ...rest };
  });
}

/** How the request tester behaves. A page can override this setting. */
export const playgroundDisplays = ["interactive", "simple", "none", "auth"] as const;
export const playgroundDisplay = oneOf(...playgroundDisplays);

/** Reports other languages, which many projects name, instead of silently leaving out their samples. */
const sampleLanguage: Check<string> = withForm(text.form, (value, place, report) => {
  const word = text(value, place, report);
  if (word === undefined || sampleLanguageNames.includes(word.toLowerCase())) return word;
  const rule = "but samples are only generated in curl, javascript, python and go";
  return reportValue(report, place, `is ${describe(word)}, ${rule}`, "add your own samples with x-codeSamples");
});

/** An invalid URL is kept, because it may have a part that the reader fills in. */
const serverUrl: Check<string> = withForm(text.form, (value, place, report) => {
  if (!isText(value) || URL.canParse(value)) return text(value, place, report);
  reportValue(
    report,
    place,
    `is ${describe(value)}, which isn't a URL`,
    "write for example https://api.example.com",
    "note",
  );
  return value;
});

/** All settings of API pages. `cobo` is a value of the format for the signed requests of one company. */
export const api = shape({
  openapi: openapiSource,
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
    server: oneOrMoreTexts(listMax, serverUrl),
    auth: shape({ method: oneOf("bearer", "basic", "key", "cobo"), name: text }),
  }),
});
