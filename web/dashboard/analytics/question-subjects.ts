import type { Answer } from "../api/client.ts";

type Question = Answer<"listInsightQuestions">["questions"][number];

/** A page that questions are about; undefined for questions through the API that cite no page. */
export interface Subject {
  page: string | undefined;
  questions: number;
  answered: number;
  suggested: number;
  unanswered: number;
  notHelpful: number;
}

/** Groups questions by the first page that the answer cites, otherwise by the page that the reader was on. */
export function questionSubjects(
  questions: readonly Pick<Question, "sources" | "page" | "outcome" | "helpful">[],
): Subject[] {
  const subjects = new Map<string | undefined, Subject>();
  for (const { sources, page, outcome, helpful } of questions) {
    if (outcome === "small_talk") continue;
    const about = sources[0]?.split("#", 1)[0] ?? page ?? undefined;
    const subject = subjects.get(about) ?? {
      page: about,
      questions: 0,
      answered: 0,
      suggested: 0,
      unanswered: 0,
      notHelpful: 0,
    };
    subject.questions += 1;
    if (outcome === "answered") subject.answered += 1;
    if (outcome === "suggested") subject.suggested += 1;
    if (outcome === "not_in_docs") subject.unanswered += 1;
    if (helpful === false) subject.notHelpful += 1;
    subjects.set(about, subject);
  }
  return [...subjects.values()].sort((one, other) => other.questions - one.questions);
}
