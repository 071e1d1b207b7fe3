import { isPath, type MarkedPrompt, type MarkedValue, valueMark } from "./mark-values.ts";
import { guessValues, type ReadValues, readValues } from "./read-values.ts";

/** A request without the texts that it is about. */
export interface ReadRequest {
  values: ReadValues | undefined;
  /** The page or folder that it is limited to. */
  scope: string | undefined;
  /** Its words, with kinds such as `‹path›` for its values. */
  said: string;
  /** Whether it names a text or another page, and it isn't clear what for. */
  isUnclear: boolean;
}

/** A request is read at most this often: with each of its places taken as a limit, and without. */
const placesMax = 4;

/** The ways to read a request: as one that names two values, if it does, and as one that names none. */
export function readRequest(text: string, { values }: MarkedPrompt): ReadRequest[] {
  const places = findPlaces(text, values).slice(0, placesMax);
  const whole = { scope: undefined, rest: text };
  const withValues = [...places, whole].flatMap(({ scope, rest }) =>
    [...readValues(rest, values).slice(0, 1), ...guessValues(rest, values)].map(
      (read): ReadRequest => ({
        values: read,
        scope,
        said: withKinds(read.rest, values),
        isUnclear: read.rest.search(valueMark) >= 0,
      }),
    ),
  );
  const marked = [...text.matchAll(valueMark)].flatMap(([, at]) => values[Number(at)] ?? []);
  const [place = whole] = places;
  const [only, ...others] = marked.filter((one) => isPath(one.text) && one.text !== place.scope);
  const scope = place.scope ?? (others.length === 0 ? only?.text : undefined);
  const isUnclear = marked.some((one) => one.text !== scope) || (scope !== undefined && exception.test(text));
  return [...withValues, { values: undefined, scope, said: withKinds(place.rest, values), isUnclear }];
}

const exception =
  /\b(?:except|excluding|outside|apart from|other than|but not|not|without \w+ing)(?: (?:in|for|on|of|the|page|folder))* \uE000/i;

function withKinds(text: string, values: readonly MarkedValue[]): string {
  return text.replaceAll(valueMark, (_, at) => {
    const value = values[Number(at)];
    return value !== undefined && isPath(value.text) ? "‹path›" : "‹quoted›";
  });
}

const before = "in|inside|within|under|below|beneath|on|of|for|from|through|throughout|across|at|over";
const kind = "pages?|files?|folders?|directory|directories|section|docs?|area|part";
const kindPattern = new RegExp(`\\b(?:${kind})\\b`, "i");
const mark = String.raw`\uE000(?<mark>\d+)\uE000`;
const plain = String.raw`(?<plain>\p{Ll}[\p{Ll}\p{N}_-]*)`;
const placePatterns = [
  `^${mark}(?: ·|,)`,
  `, (?:please |only )*${mark}(?: only)?$`,
  `(?:only )?\\b(?:${before}) (?:the |only |our |my |all |(?:${kind}) |(?:${before}) |everything ){0,4}${mark}(?: (?:${kind})\\b)?(?: only| alone)?`,
  `(?:only )?\\b(?:in|inside|within|under|below|on|of|for|from|across|throughout) (?:only |the |our |my )*(?:page|file|folder|directory|section) ${plain}(?: only)?`,
  `(?:only )?\\b(?:in|inside|within|under|below|on|of|for|from|across|throughout) (?:only |the |our |my )*${plain} (?:page|file|folder|directory|section)\\b(?: only)?`,
  `(?<=\\b(?:pages|files|everything|docs) )(?:in|inside|within|under|below) ${plain}(?=$|[,.;:!?]| (?:and|only|please|pls|that|which)\\b)`,
].map((pattern) => new RegExp(pattern, "giu"));
/** Words before or after `page` that don't name one. */
const noName =
  /^(?:a|all|an|any|which|that|one|same|the|their|these|this|those|our|my|its|each|every|most|some|many|other|wrong|right|new|old|home|landing|missing|moved|removed|orphan|unused|whole|entire|single|first|last|git|docs|documentation|site|navigation|nav|sidebar|menu|it|with|without|and|or|to|is|are|was|were|has|have|who|where|not|a|still|settings|instead|frontmatter|general|code|text)$/i;

/** The places that a request may be limited to: `… in guides/start.mdx`, `… in the folder guides`, `in guides/ …`. */
function findPlaces(text: string, values: readonly MarkedValue[]): { scope: string; rest: string }[] {
  return placePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const marked = match.groups?.mark === undefined ? undefined : values[Number(match.groups.mark)];
      const name = match.groups?.plain;
      const isNamed = kindPattern.test(match[0]);
      const isFolder = / (?:folder|directory|section)\b/i.test(match[0]) && pattern === placePatterns[4];
      const scope =
        marked === undefined
          ? name !== undefined && !noName.test(name)
            ? `${name}${isFolder ? "/" : ""}`
            : undefined
          : isPath(marked.text) ||
              (marked.isQuoted && (isNamed || /^(?:in|inside|within|under|below|on) \uE000/i.test(match[0])))
            ? marked.text
            : undefined;
      if (scope === undefined) return [];
      const rest = `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`;
      return [{ scope, rest: rest.replaceAll(/ {2,}/g, " ").trim() }];
    }),
  );
}
