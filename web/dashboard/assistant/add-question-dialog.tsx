import { useState } from "react";
import { evaluationLimits } from "../../../src/contract/evaluation-limits.ts";
import { api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { TextArea } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { ExpectedFields, NoteField, nothingExpected, readExpected } from "./expected-fields.tsx";

/** Adds a question that no reader has asked yet. */
export function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const [question, setQuestion] = useState("");
  return (
    <ActionDialog
      title="Add question"
      action="Add question"
      width="wide"
      run={(form) => api.addEvaluationQuestion({ projectId: project.id, question, ...readExpected(form) })}
      rereads={[{ queryKey: ["evaluation", project.id] }]}
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
    </ActionDialog>
  );
}
