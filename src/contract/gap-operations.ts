import Type from "typebox";
import { read, write } from "./define-operation.ts";
import { gapLimits } from "./gap-limits.ts";
import type { Limit } from "./operation.ts";
import { count, dateTime, flag, Nullable, text, Words } from "./schemas.ts";

const GapQuestion = Type.Object({
  id: text("ID of the answer's message."),
  question: text("The question."),
  page: Nullable(text("The page the reader was on.")),
  askedAt: dateTime("When it was asked."),
});

const proof = Type.Object({
  answered: count("Questions that were answered."),
  at: dateTime("When they were asked."),
});

export const Gap = Type.Object({
  id: Type.String(),
  subject: text("Words that the questions have in common."),
  questions: Type.Array(
    Type.Object({
      id: text("ID of the answer's message."),
      question: text("The question."),
      isAnswered: flag("Whether the published site answers it."),
    }),
  ),
  preview: Type.Array(proof, { description: "What the newest preview of the change answers, if there is one." }),
  published: Type.Array(proof, { description: "What the site answers since the last update, if it was asked." }),
  jobId: Nullable(text("ID of the agent job.")),
  draftId: Nullable(text("ID of the draft.")),
  createdBy: text("Who started the work."),
  createdAt: dateTime("When the work started."),
});

export const Gaps = Type.Object({
  groups: Type.Array(
    Type.Object({
      subject: text("Words that the questions have in common."),
      count: count("Questions in the group."),
      questions: Type.Array(GapQuestion, { description: `The newest ${gapLimits.questions}.` }),
    }),
    { description: "Unanswered questions of the last 90 days that nobody works on, the largest group first." },
  ),
  gaps: Type.Array(Gap, { description: `Groups that were worked on, the newest ${gapLimits.gaps}.` }),
});

export const NewGap = Type.Object({
  questions: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: gapLimits.questions,
    description: "IDs of unanswered questions.",
  }),
  as: Type.Optional(
    Words(
      ["job", "draft"],
      "An agent job needs a language model. A draft has the questions and the nearest passages as a comment. By default, a job if there is a model.",
    ),
  ),
});

const perProject: Limit = { name: "gaps", by: "project", max: 60, windowSeconds: 3_600 };
const path = "/v1/project/gaps/{projectId}";

/** Questions that the docs don't answer, and the proof that a change does. */
export const gapOperations = {
  listGaps: read(path, "List gaps in the docs", {
    about: "Groups the questions that nobody answered by subject, and lists what was done about earlier ones.",
    reply: Gaps,
  }),
  createGap: write(path, "Work on a gap", {
    about:
      "Starts an agent job or a draft that should answer the questions. The preview of the change is asked them, and the site after each update.",
    body: NewGap,
    created: Gap,
    creates: true,
    limits: [perProject],
  }),
};
