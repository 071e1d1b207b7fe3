import { isPath, type MarkedValue } from "./mark-values.ts";
import { isName } from "./request-words.ts";

const place =
  "in|inside|within|under|below|beneath|on|across|throughout|for|from|of|at|(?<=\\b(?:rules|guide|vale|descriptions?|languages?|labels?|tags?) )to";
const between =
  "(?:(?:only|all|the|our|my|everything|docs|documentation|pages?|files?|folders?|directory|section|in|under|of) ){0,4}";
const kind = "page|file|folder|directory|section|docs|area";
const patterns = [
  String.raw`^\uE000(?<mark>\d+)\uE000(?: only)?$`,
  String.raw`^(?:the )?(?:page |file |folder )?\uE000(?<mark>\d+)\uE000(?: (?:page|file|folder))?(?= (?:still )?(?:has|have|contains?|is full|needs?|lacks?)\b)`,
  String.raw`(?:but )?(?:only |just )?\b(?:${place}) ${between}\uE000(?<mark>\d+)\uE000(?: (?:${kind})\b)?(?: (?:only|alone)\b)?`,
  String.raw`(?:only )?\b(?:${place}) (?:only )?(?:the |our |my )?(?:page|file|folder|directory|section) (?<plain>\p{Ll}[\p{Ll}\p{N}_-]*)(?: only)?`,
  String.raw`(?:only )?\b(?:${place}) (?:only )?(?:the |our |my )?(?<plain>\p{Ll}[\p{Ll}\p{N}_-]*) (?<kind>page|file|folder|directory|section)\b(?: only)?`,
].map((pattern) => new RegExp(pattern, "giu"));

/** A request is read again with each of its places taken as a limit. */
const placesMax = 4;

/** A page or folder that a request is limited to. */
interface Place {
  scope: string | undefined;
  /** The text without it, and only what comes before it. */
  rest: string;
  before: string;
}

/** The places that a text may be limited to: `… in guides/start.mdx`, `… in the folder guides`, `in guides/ …`. */
export function findPlaces(text: string, values: readonly MarkedValue[]): Place[] {
  const places = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index, groups = {} }) => {
      const marked = groups.mark === undefined ? undefined : values[Number(groups.mark)];
      const isPlace =
        marked &&
        !marked.text.startsWith(".lectern/") &&
        (isPath(marked.text) || (marked.isQuoted && /^(?:only )?(?:in|inside|within|under|below|on) /i.test(found)));
      const plain = groups.plain !== undefined && isName(groups.plain) ? groups.plain : undefined;
      const isFolder = /^(?:folder|directory|section)/i.test(groups.kind ?? "");
      const scope =
        marked === undefined ? plain && `${plain}${isFolder ? "/" : ""}` : isPlace ? marked.text : undefined;
      const before = text.slice(0, index);
      const rest = `${before} ${text.slice(index + found.length)}`.replaceAll(/ {2,}/g, " ").trim();
      return scope === undefined ? [] : [{ scope, rest, before }];
    }),
  );
  return places.slice(0, placesMax);
}
