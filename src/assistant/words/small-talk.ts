import { fixedText } from "./fixed-text.ts";
import { fold } from "./folded-words.ts";
import { type SmallTalkKind, smallTalkPhrases } from "./small-talk-phrases.ts";

const lengthMax = 100;

/** Answers greetings, thanks and, if wanted, questions about the assistant itself; undefined for anything else. */
export function answerSmallTalk(text: string, siteName: string, isAboutAssistant = true): string | undefined {
  const talk = readSmallTalk(text);
  if (talk === undefined || (talk.kind === "whoAreYou" && !isAboutAssistant)) return undefined;
  return fixedText(talk.language, talk.kind, { site: siteName });
}

export function isSmallTalk(text: string): boolean {
  return readSmallTalk(text) !== undefined;
}

/** A message is small talk only if it contains nothing else: "thanks, and how do I stop it?" is a question. */
function readSmallTalk(text: string): { kind: SmallTalkKind; language: string } | undefined {
  if (text.length > lengthMax) return undefined;
  const said = spaced(fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, " "));
  for (const [language, phrases] of openPhrases()) {
    const kinds = kindsIn(said, phrases);
    const kind = order.find((one) => kinds?.has(one));
    if (kind !== undefined) return { kind, language };
  }
  return undefined;
}

/** The first kind found decides the reply: "thanks, bye" is answered as a goodbye. */
const order: readonly SmallTalkKind[] = ["whoAreYou", "goodbye", "thanks", "greeting"];

interface Phrase {
  text: string;
  kind: SmallTalkKind | "filler";
}

/** The kinds of the phrases in a message; undefined if it contains anything else. */
function kindsIn(said: string, phrases: ReadonlyMap<string, readonly Phrase[]>): Set<string> | undefined {
  const kinds = new Set<string>();
  for (let at = 0; at < said.length; ) {
    const phrase = phrases.get(said[at] ?? "")?.find(({ text }) => said.startsWith(text, at));
    if (phrase === undefined) return undefined;
    kinds.add(phrase.kind);
    at += phrase.text.length;
  }
  return kinds;
}

let opened: ReadonlyMap<string, ReadonlyMap<string, readonly Phrase[]>> | undefined;

/** Phrases by language and first character, longest first. English comes first, so "ok" is recognized as English. */
function openPhrases(): ReadonlyMap<string, ReadonlyMap<string, readonly Phrase[]>> {
  opened ??= new Map(
    Object.entries(smallTalkPhrases).map(([language, byKind]) => {
      const phrases = Object.entries(byKind).flatMap(([kind, list]) =>
        list.split(", ").map((text) => ({ text: spaced(fold(text)), kind: kind as Phrase["kind"] })),
      );
      const longestFirst = phrases.sort((a, b) => b.text.length - a.text.length);
      return [language, Map.groupBy(longestFirst, ({ text }) => text[0] ?? "")];
    }),
  );
  return opened;
}

const unspaced =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;

/** Every word ends with a space, except in scripts that don't use spaces. */
function spaced(text: string): string {
  return `${text.trim()} `.replaceAll(unspaced, "");
}
