import type { EarlierMessage, Question } from "../read-question.ts";
import { followThread } from "./follow-thread.ts";
import { type RewordedMessage, rewordMessage } from "./reword-message.ts";
import { isSmallTalk } from "./small-talk.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A question together with its context in the thread. */
export interface Asked {
  /** The search query: the reader's own words, then the thread's subject. */
  query: string;
  /**
   * The newest message alone, which an answer must cover. Typos are corrected, errors are reduced, and terms are
   * translated.
   */
  focus: string;
  /** The subject of the thread, if the question continues it. */
  subject: string | undefined;
  /** The question isn't in the language of the pages, so `focus` is a translation of its terms. */
  isForeign: boolean;
  /** The reader's language, for fixed sentences. */
  language: string;
}

const contextInQueryCharacters = 300;
/** The number of earlier messages considered, including answers. */
const earlierMax = 24;

/** Rewrites a question with the vocabulary of the site's pages. */
export function understandQuestion(
  vocabulary: Vocabulary,
  { text, context, filter }: Question,
  history: readonly EarlierMessage[],
): Asked {
  const wanted = filter.language;
  const earlier: RewordedMessage[] = [];
  for (const { role, text: said } of history.slice(-earlierMax)) {
    if (role !== "user" || isSmallTalk(said)) continue;
    earlier.push(rewordMessage(vocabulary, said, { wanted, spoken: earlier.at(-1)?.language }));
  }
  const newest = rewordMessage(vocabulary, text, { wanted, spoken: earlier.at(-1)?.language });
  const { text: focus, isForeign, language = pagesLanguage(vocabulary, wanted) } = newest;
  const subject = followThread(
    vocabulary,
    focus,
    earlier.map((said) => said.text),
  );
  const selected = context.map(({ value }) => value).join(" ");
  const query = [focus, subject, selected.slice(0, contextInQueryCharacters)]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
  return { query, focus, subject, isForeign, language };
}

/** The language assumed for a question that consists only of code or a name. */
function pagesLanguage({ languages }: Vocabulary, wanted: unknown): string {
  if (typeof wanted === "string") return wanted;
  return languages.length === 1 ? (languages[0] ?? "en") : "en";
}
