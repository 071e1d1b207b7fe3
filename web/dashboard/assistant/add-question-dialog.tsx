import { useState } from "react";
import { evaluationLimits } from "../../../src/contract/evaluation-limits.ts";
import { api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { TextArea } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { ExpectedFields, NoteField, nothingExpected, readExpected } from "./expected-fields.tsx";

/** Adds a question that no reader has asked yet. */
export function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const [question, setQuestion] = useState("");
  const add = useAction(
    (form: FormData) => api.addEvaluationQuestion({ projectId: project.id, question, ...readExpected(form) }),
    { rereads: [{ queryKey: ["evaluation", project.id] }], onDone: onClose, showsError: true },
  );
  return (
    <FormDialog
      title="Add question"
      action="Add question"
      width="wide"
      change={add}
      onSubmit={(fields) => add.mutate(fields)}
      onClose={onClose}
    >
      <TextArea
        label="Question"
        rows={2}
        required
        maxLength={evaluationLimits.questionCharacters}
        placeholder="How do I get started?"
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <ExpectedFields question={question} before={nothingExpected} legend="What should answer it?" isOptional={false} />
      <NoteField before={nothingExpected} />
    </FormDialog>
  );
}
