import { valueMark } from "./mark-values.ts";

/** A part of a sentence that may be a request of its own. */
export interface Clause {
  text: string;
  /** What separates it from the clause before it. */
  before: string;
  /** The number of its sentence. A line is a sentence. */
  sentence: number;
}

/** The API process reads prompts. */
const clausesMax = 20;
const greeting =
  /^\s*(?:hi|hey|hello|dear|good morning)\b(?:[ ,]+(?:lectern|agent|there|all|team|bot|everyone)\b){0,3}[ ,!.]*/i;
const bullet = /^[ \t]{0,20}(?:[-*•–—+]|\(?\d{1,3}[.)])[ \t]+/gm;
/** `docs(guides): fix typos` and `accessibility: list images` have one request. */
const label = /^([^\s:(]{1,30}(?: [^\s:(]{1,30}){0,2}?)(?:\([^)\n]{0,30}\))?!?: +(?=\S)/gm;
const separator =
  /(\s?(?:[\n;!?。！？、]+|[.:](?=\s|$)|\s\(?\d{1,2}[.)](?=\s)|[()])\s?)|(\s?,\s?(?:and|then|also|but|plus)?(?:\s(?:then|also))?\s|\s(?:and then|and also|and|then|also|plus|but|&|\+|-|–|—|und|y|et|e)\s)/gi;

/** `In guides/, fix typos and links` is about one place. */
const placeOnly = /^\s*(?:only )?(?:in|on|under|inside|within|for) (?:[a-z]+ ){0,3}\uE000\d+\uE000(?: \w+)?\s*$/i;

/** The clauses at the beginning of a prompt, and the rest of a long one. */
export function splitClauses(prompt: string): { clauses: Clause[]; unread: string } {
  const text = prompt
    .replace(greeting, "")
    .replaceAll(bullet, "")
    .replaceAll(label, (_, words) => (lastVerb(words) === undefined ? `${words} · ` : `${words} `))
    .replaceAll(/\(c\)/gi, "©")
    .replaceAll(/\s+/g, (space) => (space.includes("\n") ? "\n" : " "));
  const clauses: Clause[] = [];
  let start = 0;
  let sentence = 0;
  let before = "";
  const take = (end: number, sign: string) => {
    const clause = text.slice(start, end).trim();
    if (clause !== "") clauses.push({ text: sign.includes("?") ? `${clause}?` : clause, before, sentence });
    return clause !== "";
  };
  for (const match of text.matchAll(separator)) {
    if (clauses.length === clausesMax) return { clauses, unread: text.slice(start) };
    const clause = text.slice(start, match.index);
    if (match[1] === undefined && (placeOnly.test(clause) || isOnlyVerb(clause))) continue;
    const isTaken = take(match.index, match[0]);
    start = match.index + match[0].length;
    before = isTaken ? match[0] : before;
    if (match[1] !== undefined) sentence += 1;
  }
  take(text.length, "");
  return { clauses, unread: "" };
}

const verbs: ReadonlySet<string> = new Set(
  `add address adjust annotate apply audit bring bump change check clean close complete convert correct create cut delete
  detect do drop eliminate enforce ensure erase exchange fill find fix generate get give go heal hook identify include
  insert label lint list locate look make mark mend move mv normalize provide put redirect refresh remove rename renew
  repair replace report resolve review run scan search set show sort spell strip substitute supply swap switch tag test
  tidy trim turn update use validate verify write correct proofread relocate shift`.split(/\s+/),
);

const verbStems: ReadonlySet<string> = new Set([...verbs].map((verb) => verb.replace(/e$/, "")));

const pronoun =
  /\b(?:it|them|they|those|these|this|ones|accordingly|mentions|occurrences|that(?=\W*$)|what(?:ever|'s|s)? (?:is )?(?:missing|wrong|broken)(?=\W*$))\b/i;
const fillers =
  /\b(?:for|please|pls|plz|can|could|would|will|you|u|to|do|and|just|so|also|the|all|a|now|thanks|thx)\b/gi;

/** Whether a clause such as `please fix them` only says what to do with something that was named before. */
export function isDependent(clause: string): boolean {
  return isOnlyVerb(clause) || (pronoun.test(clause) && lastVerb(clause) !== undefined && clause.search(valueMark) < 0);
}

/** `find` in `find and fix broken links` */
function isOnlyVerb(clause: string): boolean {
  const words = clause.replaceAll(fillers, " ").match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.length === 1 && lastVerb(clause) !== undefined;
}

const done = /^(?:i|we)(?:'ve| have| had)?(?: just| already)? (?!need)\w+ed\b/i;

/** `I fixed the broken links` asks for nothing. */
export function isDone(clause: string): boolean {
  return done.test(clause);
}

/** The last verb that asks for something. Requests such as `fix links and anchors` name it once. */
export function lastVerb(text: string): string | undefined {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .findLast((word) => verbs.has(word) || verbStems.has(word.replace(/ing$/, "")));
}

const politeQuestion =
  /^(?:can|could|would|will) (?:you|u|we|the agent|someone|somebody)\b|^(?:is it possible|do you mind)\b/i;
const questionStart =
  /^(?:so |and |but )?(?:are|is|was|were|am|does|did|has|have|had|how|why|what|when|where|which|who|whose|should|shall|may|do (?:you|we|i|they|the|any|all|our|links|images)|can i|could i)\b/i;

/** `Are there broken links?` is a question; `could you fix them?` asks for a change. */
export function isQuestion(clause: string): boolean {
  if (politeQuestion.test(clause)) return false;
  return questionStart.test(clause) || (clause.endsWith("?") && lastVerb(clause) === undefined);
}

const negation =
  /^(?:(?:please|pls|but|and|so|just|also|you|i|we|should|must|can|could|would|now|then|for now)[ ,]+)*(?:don't|dont|do not|never|not|stop|avoid|leave|keep|ignore|skip|refrain|no need|without|shouldn't|mustn't|needn't)\b(?! (?:say|saying|call|calling|use|using|write|writing)\b)/i;
const revoked =
  /\b(?:don't|dont|do not|without|never) (?:chang\w*|touch\w*|edit\w*|do|apply\w*|mak\w*|modif\w*|commit\w*) (?:anything|any|it|them|that|a thing)\b/i;

export function isNegative(clause: string): boolean {
  return negation.test(clause);
}

/** `… but don't change anything yet` and `… but leave them` take back every request. */
export function isRevoked(clause: string): boolean {
  return (revoked.test(clause) || (isNegative(clause) && pronoun.test(clause))) && clause.search(valueMark) < 0;
}
