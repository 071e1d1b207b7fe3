import type { MarkedValue } from "./mark-values.ts";

/** What a request wants to change into what. */
export interface ReadValues {
  from: ReadValue;
  to: ReadValue;
  /** The request, with each of the two values replaced by its kind. */
  rest: string;
  /** Whether no form names them, so that the words around them have to show that they are meant. */
  isGuessed: boolean;
}

interface ReadValue {
  text: string;
  /** A `term` has a capital letter or digit, and a `name` may have been meant as more than a name. */
  kind: "path" | "quoted" | "term" | "name";
  /** `page` or `folder`, if the request says so. */
  says: string | undefined;
}

const pathKinds = "pages?|files?|folders?|director(?:y|ies)|sections?";
const kinds =
  `${pathKinds}|the|our|my|a|an|this|all|any|every|each|(?-i:old|new|exact)|everything|(?:in|under|below|from|of|for)|
  product|company|brand|feature|terms?|words?|wording|texts?|phrases?|strings?|names?|version|terminology|path|slug|url|address|title|mentions?|at|occurrences?|
  instances?|references?|uses?|formerly|formally|known|called|as|place|location`.replaceAll(/\s+/g, "");
const word = String.raw`[\p{L}\p{N}@&](?:[^\s,;:!?()\uE000]*[^\s,;:!?().\uE000])?`;
const value = (name: string) =>
  String.raw`(?<${name}Said>(?:(?:${kinds}) )*)(?<${name}>\uE000\d+\uE000|${word}(?: ${word}){0,3}?)(?<${name}Kind>(?: (?:${pathKinds}|button|label|feature|product|term|word|team))?)`;
const [from, to] = [value("from"), value("to")];
const end = String.raw`(?= ?[,.;:!?()]|$| (?:\p{Ll}+ly |in|on|across|throughout|everywhere|wherever|anywhere|for|and|then|but|now|please|pls|thanks|from now|because|since|as|instead|at|after|before|so|too|also|it|these|there|inside|within|to live|all over|today|when|um|bitte)\b)`;
const start = String.raw`(?:^|[,.;:!?(·] ?|\b(?:i'd like|that|because|since|and|so|then|please|pls|can you|could you|should|now|we|in \uE000\d+\uE000)\b,? )`;
const change =
  "rename|renaming|change|changing|changed|switch|switching|turn|convert|replace|replacing|swap|swapping|exchange|substitute|update|rebrand|rebranding|rebranded|correct|fix|call|spell|make|set|move|moving|moved|mv|relocate|shift|transfer|put|place|nest|drag|take|renamed|bring|find and replace|search and replace|search & replace|find/replace|replaces|ersetze|ersetzen|benenne|reemplaza|cambia|renombra|remplace|renomme|change|verschiebe|mueve|déplace";
const toward =
  "(?:(?:(?:back|over) )?(?:to|into|with|by|as|for|durch|por|par|nach|vers|à|->|→|=>)|and (?:replace|change|place|put|move|turn|rename|write|substitute) (?:(?:it|them|that) )?(?:to|with|by|at|into|under|in|:)?|, ?(?:replace|change|put) (?:it )?(?:with|to|by)?)";
const is =
  "(?:is|are|was|were|has been|have been|got|gets|will be|had been|should be|must be|needs to be|has to be|to be|should now be|is now|are now)";
const now = "(?: now| since| just| officially| recently)?";

/** How requests name two values. In each form, `from` is the old one. */
const forms = [
  `\\b(?:use|say|write|prefer|want|is|call it|put)(?: always| the name| the term| the word)? ${to}(?: now| from now on)?(?: as the (?:new )?name for|,? instead of|,? rather than|,? in place of|,? over|,? (?:and |but )?not|,? never|,? where(?:ver)? (?:it says|we wrote|we say|there is)) ${from}`,
  `(?:don't|do not|no longer|stop|not|never|isn't|aren't|is no longer) (?:say |saying |call it |calling it |use |using |called |write )?${from}(?: any ?more| any longer)?[,.;]? (?:but |the |new |name |our |we |please |now |it's |they |it )*(?:say|use|write|call it|is|call|make it|it's|make that|but) ${to}`,
  `(?:find|search for|search|look for|locate) ${from}(?: and|,|;| then)+ ?(?:please )?(?:put|replace|substitute|swap|change|turn|write|use|make|rename)(?: it| them| that| each| all| every one)*(?: with| by| for| to| into| as)? ${to}`,
  `(?<!\\p{L})(?:${change}) ${from} ${toward} ${to}`,
  `\\b(?:mv|make|call) ${from} ${to}`,
  `(?:benenne|renomme|renombra) ${from} (?:in|en|a|à) ${to}`,
  `${start}${from},? ${is}${now} (?:being )?(?:re)?(?:called|named|branded|known|moved|replaced|changed|substituted|placed|put|relocated|spelled|written|found)(?: (?:to|as|into|with|by|under|in|at|inside))? ${to}`,
  `${start}${from} (?:becomes|become|should become|to become|to(?= (?:live|be|go))|goes|go|belongs|lives|live|should|must|needs|need|has|have|ought|would be better off|is to|are to|wants)(?: to)?(?: now)?(?: (?:be|become|read|say|have|live|go|move|reside|sit|stay|found|called|named|renamed|moved|replaced|nested|placed|put|relocated|under|inside|into|in|at|to|with|by|as|now|instead)){0,4}(?: the path| the url| the name)? ${to}`,
  `${start}${from} (?:is|are) now,? ${to}`,
  `${from} ?(?:->|-->|→|=>|⇒|>) ?${to}`,
].map((form) => new RegExp(`${form}${end}`, "iud"));
/** Words that stand for something else, or for anything. */
const vague =
  /^(?:(?:needs?|files?|pages?|headings?|titles?|images?|texts?|words?|wrong|right|missing|broken|dead|still|correct|clear|fine|good|bad|it|them|they|this|that|these|those|everything|anything|something|someone|some|all|any|things?|one|ones|there|here|what|which|who|where|how|you|we|i|he|she|is|are|was|be|being|been|not|to|in|on|of|for|as|with|by|and|or|new|old|more|less|better|only|now|also|just|please|so|then|can|could|should|should(?:n't)?|would|will|must|may|do|does|did|don't|have|has|had|if|when|other|its|their|our|my|your|his|her|links?|anchors?)(?![\w-])|(?:.* )?(?:something|somewhere|nicer|better|shorter|else)(?: |$)|.*\b(?:and|or|got|gets|is|are|was|were|it|them|which|that|who|isn't|aren't|don't|doesn't|no longer)\b)/i;

/** The time of the forms grows with the square of the length. */
const requestCharactersMax = 160;

/** The two values of a request, by each form that it has. */
export function readValues(text: string, values: readonly MarkedValue[]): ReadValues[] {
  if (text.length > requestCharactersMax) return [];
  return forms.flatMap((form) => {
    const { groups = {}, indices } = form.exec(text) ?? {};
    const [from, to] = (["from", "to"] as const).map((name): ReadValue | undefined => {
      const written = groups[name] ?? "";
      const marked = values[Number(/^\uE000(\d+)\uE000$/.exec(written)?.[1])];
      const said = `${groups[`${name}Said`]} ${groups[`${name}Kind`]}`.toLowerCase();
      const [says] = /\b(?:page|file|folder|directory|section)\b/.exec(said) ?? [];
      if (marked !== undefined) return { text: marked.text, kind: kindOf(marked), says };
      const kind = /[\p{Lu}\p{N}]/u.test(written) ? "term" : "name";
      return written === "" || vague.test(written) ? undefined : { text: written, kind, says };
    });
    // `Our mail address is X now` names a thing, and not what it is called.
    const isThing = form.source.startsWith(start) && from?.kind !== "quoted" && /\s/.test(from?.text ?? "");
    return from === undefined || to === undefined || (isThing && /(?:^|\s)\p{Ll}/u.test(from.text))
      ? []
      : [{ from, to, isGuessed: false, rest: withoutValues(text, indices?.groups, from, to) }];
  });
}

type Place = readonly [start: number, end: number];

/** With more texts and names than this, any two of them could be meant. */
const namedMax = 4;
/** A marked text, or neighboring words with a capital letter, digit or sign: `Rocket CLI`, `eu-west-1`. */
const named =
  /\uE000(?<mark>\d+)\uE000|(?<![^\s(])(?:[^\s,;:!?()\uE000]*[\p{Lu}\p{N}_@][^\s,;:!?()\uE000]*(?:(?<!\.) (?=\S*[\p{Lu}\p{N}_@])|(?=[\s,;:!?()]|$)))+/gu;

/** Each way to take two of the texts and names of a request as its values. Most of them aren't meant. */
export function guessValues(text: string, values: readonly MarkedValue[]): ReadValues[] {
  if (text.length > requestCharactersMax) return [];
  const found = [...text.matchAll(named)].map(({ groups = {}, index, 0: whole }): ReadValue & { place: Place } => {
    const marked = values[Number(groups.mark)];
    const term = whole.replace(/(?<![.'" ])[.'" ]+$/, "");
    const kind = marked === undefined ? "term" : kindOf(marked);
    return {
      text: marked?.text ?? term,
      kind,
      says: undefined,
      place: [index, index + term.length] as [number, number],
    };
  });
  if (found.length > namedMax) return [];
  return found.flatMap((from) =>
    found
      .filter((to) => to.text !== from.text)
      .map((to) => {
        const places = { from: from.place, to: to.place };
        return { from, to, isGuessed: true, rest: withoutValues(text, places, from, to) };
      }),
  );
}

/** A URL or mail address is a text. */
function kindOf({ text, isQuoted }: MarkedValue): "quoted" | "path" {
  return isQuoted || text.includes("://") || (text.includes("@") && !text.includes("/")) ? "quoted" : "path";
}

/** The text with the kinds of the values in their places. */
function withoutValues(
  text: string,
  places: Readonly<Record<string, Place>> = {},
  ...values: readonly ReadValue[]
): string {
  return ["from", "to"]
    .map((name, at) => ({ mark: `‹${name}› ‹${values[at]?.kind}›`, place: places[name] ?? [0, 0] }))
    .toSorted((one, other) => other.place[0] - one.place[0])
    .reduce((rest, { mark, place: [start, end] }) => `${rest.slice(0, start)}${mark}${rest.slice(end)}`, text);
}
