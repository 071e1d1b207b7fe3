import { useState } from "react";
import { api, evaluationQueries } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { RadioFields } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { type StatusTone, ToneAndWord } from "../ui/status.tsx";
import {
  type Expected,
  ExpectedFields,
  FactsField,
  NoteField,
  nothingExpected,
  readExpected,
} from "./expected-fields.tsx";

type Judgment = "right" | "partly" | "wrong";

const judgments: readonly { value: Judgment; label: string; hint: string }[] = [
  { value: "right", label: "Right", hint: "It answers the question, or correctly says that the docs don’t." },
  { value: "partly", label: "Partly", hint: "It helps, but something is missing." },
  { value: "wrong", label: "Wrong", hint: "It doesn’t answer the question, or answers a different one." },
];

export interface Judged {
  /** A reader's answer, or one of the project's own questions, whose latest answer is judged. */
  subject: { answerId: string } | { questionId: string };
  question: string;
  answer: string | null | undefined;
  judgment: Judgment | null;
  expected?: Expected;
}

/** Records a member's verdict on an answer, which adds the question to the project's own questions. */
export function JudgeDialog({ judged, onClose }: { judged: Judged; onClose: () => void }) {
  const { project } = useProject();
  const { subject, question, answer, expected = nothingExpected } = judged;
  const [judgment, setJudgment] = useState(judged.judgment);
  const save = async (form: FormData) => {
    if (judgment === null) return;
    const { pages, notInDocs, must, note } = readExpected(form);
    // For a right answer, the server derives the expected pages itself.
    const truth = judgment === "right" ? { must, note } : { pages, notInDocs, must, note };
    const { id: projectId } = project;
    await ("answerId" in subject
      ? api.judgeAnswer({ projectId, answerId: subject.answerId, judgment, ...truth })
      : api.changeEvaluationQuestion({ projectId, id: subject.questionId, judgment, ...truth }));
  };
  return (
    <ActionDialog
      title="Judge answer"
      action="Save"
      width="wide"
      run={save}
      rereads={evaluationQueries(project.id)}
      onClose={onClose}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{question}</p>
      {answer !== null && answer !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        <div tabIndex={0} className="max-h-56 overflow-y-auto rounded-card border border-line bg-surface px-4 py-3">
          <Markdown text={answer} />
        </div>
      )}
      <RadioFields
        legend="This answer is"
        name="judgment"
        choices={judgments}
        value={judgment}
        onChange={setJudgment}
        required
      />
      {judgment !== null && judgment !== "right" && (
        <ExpectedFields question={question} before={expected} legend="What should have answered?" isOptional />
      )}
      <FactsField before={expected} />
      <NoteField before={expected} />
    </ActionDialog>
  );
}

type Result = "right" | "partly" | "wrong" | "unknown";

const verdicts: Readonly<Record<Result, { tone: StatusTone; word: string }>> = {
  right: { tone: "ok", word: "Right" },
  partly: { tone: "warn", word: "Partly" },
  wrong: { tone: "bad", word: "Wrong" },
  unknown: { tone: "idle", word: "Judge again" },
};

export function Verdict({ result }: { result: Result }) {
  return <ToneAndWord {...verdicts[result]} />;
}
