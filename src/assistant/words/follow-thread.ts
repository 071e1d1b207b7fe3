import { findSubjectWords, withoutWords } from "./find-subject-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

const courtesy = /^(?:(?:ok|okay|thanks|thank you|great|cool|perfect|nice|hi|hello|hey|yes|no|please)\b[\s,.!:;-]*)+/i;
/** Openings such as "And on …?" of a message that only makes sense after the previous message. */
const opener = /^(?:and|or|but|also|so|then|plus|what about|how about|what if|same (?:for|with|question))\b/i;
const conjunction = /^(?:and|but|so|then|also)\s+/i;
/** Words that refer to something already said. "That" counts only if no noun or clause follows it. */
const anaphora =
  /\b(?:it|its|it's|they|them|their|these|those|this|there|again|instead)\b|\bthat(?= (?:too|also|work|mean|one|on|off)\b|\W*$|[?!.,;:])|\b(?:do|does|is|was|has|can|could|should|will|of|for|with|to|about|like|than) that\b|\bthen\W*$/i;
const existence = /\b(?:is|are|was|were) there\b/gi;
/** Questions such as "What is a webhook?", which are complete with a single subject word. */
const definition = /^(?:what(?: i|')?s|what are|explain|define|tell me about)\s(?!the\b)/i;
/** Openings of a question that doesn't continue the thread. */
const introduction =
  /^(?:how (?:do|can|could|would|should|to)|can (?:i|we|you)|could|where|is there|are there|does|do|i (?:want|need|get|have|am|would)|i'm|why (?:do|does|is|are)|what (?:is|are)|which)\b/i;
/** "Where is the file stored?" is about a file that was mentioned before. */
const knownThing = /^(?:where|how|what|which|when|who)\b.* the \S+/i;
const bareWordsMax = 3;

/** "What about Node?", "and with Deno?": another case of the same question. */
const otherCase =
  /^(?:(?:and|or|but|so|then|also|what about|how about|same for|same with|if i use|if i have) ){0,3}(?<relation>on|with|in|for|from|via|without|under|using|behind|inside|as)?\b ?(?:(?:the|a|an|my|our) )?(?<rest>\S.*)$/i;
const otherCaseWordsMax = 3;
/** A case that the question itself names: the single word between a preposition and the next preposition or the end. */
const namedCase =
  /\b(on|with|in|for|from|via|without|under|using|behind|inside|as) (?:(?:the|a|an|my|our) )?([\w.+#-]+)(?= (?:on|with|in|for|from|via|without|under|using|behind|inside|as|and)\b|\W*$)/gi;
const versionWord = /^v?\d+(?:\.\d+)*$/i;
const qualifiersMax = 3;

interface Subject {
  words: readonly string[];
  /** Cases and details: first those in the question itself, then those added in later messages. */
  qualifiers: readonly Qualifier[];
}

interface Qualifier {
  words: readonly string[];
  /**
   * Set if the message names another case of the same question: the preposition in front of the case, or "" without
   * one.
   */
  relation: string | undefined;
}

/**
 * The subject of the thread, if the newest message continues it: the last question that is complete by itself, with the
 * details added since then that still apply.
 */
export function followThread(vocabulary: Vocabulary, text: string, earlier: readonly string[]): string | undefined {
  let subject: Subject | undefined;
  for (const message of earlier) subject = continued(vocabulary, subject, plain(message));
  const message = plain(text);
  if (subject === undefined || isComplete(vocabulary, message)) return undefined;
  const others = withoutWords(wordsOfSubject(withoutCase(subject, message)), findSubjectWords(message));
  return others.length === 0 ? undefined : others.join(" ");
}

function plain(text: string): string {
  return text.trim().replace(courtesy, "");
}

function continued(vocabulary: Vocabulary, subject: Subject | undefined, message: string): Subject | undefined {
  const words = findSubjectWords(message);
  if (words.length === 0) return subject;
  if (subject === undefined || isComplete(vocabulary, message)) return newSubject(message, words);
  const kept = withoutCase(subject, message);
  const added = withoutWords(words, wordsOfSubject(kept));
  const qualifiers = [...kept.qualifiers, { words: added, relation: relationOf(message) }];
  return added.length === 0 ? kept : { words: kept.words, qualifiers: qualifiers.slice(-qualifiersMax) };
}

function newSubject(message: string, words: readonly string[]): Subject {
  const qualifiers = [...message.matchAll(namedCase)].flatMap(([, relation = "", word = ""]) =>
    words.includes(word) && words.length > 1 ? [{ words: [word], relation: relation.toLowerCase() }] : [],
  );
  const named = qualifiers.flatMap((qualifier) => qualifier.words);
  return { words: words.filter((word) => !named.includes(word)), qualifiers };
}

function wordsOfSubject({ words, qualifiers }: Subject): string[] {
  return [...words, ...qualifiers.flatMap((qualifier) => qualifier.words)];
}

/** Whether a message says what it is about, so that it needs nothing from the thread. */
function isComplete(vocabulary: Vocabulary, message: string): boolean {
  const telling = findSubjectWords(message);
  // "And how do I restore a backup?" only begins like a follow-up.
  const question = message.replace(conjunction, "");
  if (opener.test(message) && !(introduction.test(question) && telling.length > 1)) return false;
  const known = telling.filter((word) => vocabulary.shareOf(word) > 0).length;
  if (anaphora.test(message.replaceAll(existence, ""))) return false;
  // A question about something that the site doesn't mention isn't about the thread's subject either.
  if (known > 2 || (telling.length > 1 && introduction.test(question) && !knownThing.test(question))) return true;
  if (known === 2) return message.split(/\s+/).length <= bareWordsMax;
  return telling.length === 1 && definition.test(message);
}

/**
 * The preposition of a message that only names another case ("" without a preposition); undefined for other messages.
 */
function relationOf(message: string): string | undefined {
  const { relation, rest = "" } = otherCase.exec(message)?.groups ?? {};
  const isCase = (opener.test(message) || relation !== undefined) && rest.split(/\s+/).length <= otherCaseWordsMax;
  return isCase ? (relation ?? "").toLowerCase() : undefined;
}

/** "What about Node?" replaces the case "with Deno", "and on Windows?" replaces "on Linux", and v5 replaces v4. */
function withoutCase(subject: Subject, message: string): Subject {
  const relation = relationOf(message);
  if (relation === undefined) return subject;
  const at = subject.qualifiers.findLastIndex(
    (qualifier) =>
      qualifier.relation !== undefined &&
      (relation === qualifier.relation || (relation === "" && qualifier.relation !== "")),
  );
  const isVersion = findSubjectWords(message).some((word) => versionWord.test(word));
  return {
    words: subject.words.filter((word) => !isVersion || !versionWord.test(word)),
    qualifiers: at < 0 ? subject.qualifiers : subject.qualifiers.toSpliced(at, 1),
  };
}
