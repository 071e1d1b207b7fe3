import { editDistance } from "../../platform/edit-distance.ts";

/** Words that don't change what a request asks for. */
const fillers =
  words(`a actually after ahead all also am an any anything are as at be been both can could do docs document documentation
  documents each either entire ever every everything everywhere existing far feel file files finally first for free from get give go good
  great had has have hello hey hi i i'd i'll i'm i've if in inside into is it it's its just kindly let let's like looks
  markdown may maybe me might mdx my need needed needs next now of off ok on once one ones only onto or our out over
  own page pages part parts perhaps please pls plz possible project quick quickly repo repository run should simply site sites so some
  still such take sure much advance appreciated cheers regards task tasks text than thank thanks that thx u that's the their them then there there's these they they're this those through
  throughout to today todo too try up us very want was we we've web website were what when where wherever whatever which while who whole will
  with within would you your anywhere across where's automatically yet whats content folder folders directory via it'd accordingly properly point noticed since because lots bunch few several half most still again already team wants want right place currently somewhere`);

/** Verbs with the same meaning here. The first of each group stands for the others. */
const verbGroups = [
  "fix fixing fixes repair repairing repairs correct correcting corrects resolve resolving mend solve heal restore handle care address sort sorting clean cleaning cleanup tidy tidying update updating refresh bump bring set",
  "add adding adds insert inserting put putting include including supply hook annotate label tag specify create creating write writing generate generating fill filling provide complete needs",
  "remove rid removing removes delete deleting deletes drop dropping strip stripping trim trimming erase eliminate",
  "find verify validate finding check checking search look looking scan scanning detect identify locate review inspect list listing show report audit hunt see tell",
  "change switch changing rename renaming replace replacing swap substitute move moving relocate turn call use convert make making",
  "translate translating summarize rewrite rewriting improve improving explain describe shorten simplify expand document redesign refactor merge split publish deploy",
].map((group) => group.split(" "));

const verbs: ReadonlyMap<string, string> = new Map(
  verbGroups.flatMap(([first = "", ...others]) => [first, ...others].map((verb): [string, string] => [verb, first])),
);
/** Other words with the same meaning here. */
const wordGroups = [
  "navigation nav sidebar menu settings",
  "broken busted outdated dead stale invalid wrong bad rotten incorrect faulty",
  "missing absent bare without lack lacks lacking empty not no none aren't isn't unlisted unlabeled unlabelled untagged",
  "orphan orphans orphaned",
  "anchor anchors fragment fragments hash hashes",
  "heading headings header headers",
  "typo typos misspelling speling misspellings misspelled misspelt spelling spellings spelled",
  "image images picture pictures photo photos graphic graphics",
  "alt alternative alternate",
  "external outgoing outbound",
  "link links url urls hyperlink hyperlinks reference references crosslink crosslinks",
  "space spaces whitespace whitespaces blank blanks",
  "block blocks fence fences codeblock codeblocks snippet snippets sample samples listing listings",
].map((group) => group.split(" "));

const firstOfGroup: ReadonlyMap<string, string> = new Map(
  wordGroups.flatMap(([first = "", ...others]) => others.map((word): [string, string] => [word, first])),
);
const pronouns = words("it them they these those that this ones one all any what's whats");
const findVerb = "find";

/** What a request consists of: its verbs, and everything else that has a meaning. */
export interface RequestWords {
  verbs: readonly string[];
  others: readonly string[];
}

const wordsMax = 40;

/** Undefined if the text is too long for one request. */
export function readRequestWords(text: string): RequestWords | undefined {
  const found = wordsOf(text)
    .filter((word) => !fillers.has(word))
    .map((word) => findTypo(word));
  if (found.length > wordsMax) return undefined;
  const asked = found.flatMap((word) => verbs.get(word) ?? []);
  // `find and fix` is a request to fix.
  const doing = asked.filter((verb) => verb !== findVerb);
  return {
    verbs: [...new Set(doing.length > 0 ? doing : asked)],
    others: [...new Set(found.filter((word) => !verbs.has(word)).map((word) => firstOfGroup.get(word) ?? word))],
  };
}

const typoLengthMin = 5;
const commonVerbs = ["correct", "repair", "remove", "rename", "replace", "update", "change", "convert"];

/** A misspelled verb changes what a request means. */
function findTypo(word: string): string {
  if (verbs.has(word) || firstOfGroup.has(word) || word.length < typoLengthMin) return word;
  return commonVerbs.find((verb) => editDistance(word, verb, 1) <= 1) ?? word;
}

/** Whether the text, such as `and correct them`, only says what to do with something named before. */
export function refersToEarlier(text: string): boolean {
  const read = readRequestWords(text);
  return read?.others.length === 0 && read.verbs.length > 0 && hasPronoun(text);
}

/** Whether the text can only be understood with what was said before. */
export function hasPronoun(text: string): boolean {
  return wordsOf(text).some((word) => pronouns.has(word));
}

/** Whether the text speaks of something named before, in no other words than these. */
export function continues(text: string, known: ReadonlySet<string>): boolean {
  const read = readRequestWords(text);
  if (read === undefined || !hasPronoun(text)) return false;
  return [...read.verbs, ...read.others].every((word) => known.has(word));
}

export function isFillerWord(word: string): boolean {
  return fillers.has(word.toLowerCase());
}

export function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase());
}

export function wordsOf(text: string): string[] {
  const found =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}©][\p{L}\p{N}']*/gu) ?? [];
  return found.map((word) => word.replace(/'{1,3}$/, ""));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
