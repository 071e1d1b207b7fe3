import type { SearchIndex } from "../../search/querying.ts";
import type { Question } from "../read-question.ts";
import { type Asked, understandQuestion } from "./understand-question.ts";
import { vocabularyOf } from "./vocabulary.ts";

export function testQuestion(text: string, rest: Partial<Question> = {}): Question {
  return {
    text,
    messageId: undefined,
    fp: "visitor",
    threadName: undefined,
    retrievalPageSize: 5,
    filter: {},
    context: [],
    currentPath: undefined,
    earlier: [],
    ...rest,
  };
}

/** Understands the last of these messages, with the others as the earlier thread. */
export function askLast(index: SearchIndex, messages: readonly string[], rest: Partial<Question> = {}): Asked {
  const history = messages.slice(0, -1).map((text) => ({ role: "user" as const, text }));
  return understandQuestion(vocabularyOf(index), testQuestion(messages.at(-1) ?? "", rest), history);
}
