import { useRef, useState } from "react";
import { api, projectQuery } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { RadioFields, TextField } from "../ui/field.tsx";
import { Form, fieldText, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { ModelHealth, ModelServerFields, modelNameHint } from "./model-fields.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Choice = "default" | "none" | "own";

const withoutModel = "The server has no model, so built-in answers are used.";
const ownModel = "From the same provider as the server's model, or from any provider with a key of your own.";

/** Chooses how readers' questions are answered: by the server's model, the project's own model, or built-in answers. */
export function ModelSettings({ project }: { project: ProjectDetails }) {
  const { own, installed, url, hasKey, health } = project.model;
  const change = useChangeProject(project, "Saved. Takes effect with the next answer.");
  const test = useAction(
    (fields: FormData) => api.testProjectModel({ projectId: project.id, ...readForm(choice, fields) }),
    { rereads: [projectQuery(project.id)] },
  );
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Choice>(own === null ? "default" : own === "none" ? "none" : "own");
  const runTest = () => {
    if (form.current?.reportValidity()) test.mutate(new FormData(form.current));
  };
  const canTest = choice === "own" || (choice === "default" && installed !== null);
  return (
    <Section title="Model" description="Answers readers' questions.">
      <Card className="p-5">
        <Form ref={form} className="grid gap-4" onSubmit={(fields) => change.mutate(readForm(choice, fields))}>
          <ModelHealth health={health} />
          <RadioFields
            legend="Model"
            isLegendHidden
            name="choice"
            choices={[
              { value: "default", label: "The server's model", hint: installed ?? withoutModel },
              { value: "none", label: "Built-in answers", hint: "Quoted from your pages, without a model." },
              { value: "own", label: "Another model", hint: ownModel },
            ]}
            value={choice}
            onChange={setChoice}
          />
          {choice === "own" && (
            <>
              <TextField
                label="Model name"
                name="model"
                defaultValue={own === null || own === "none" ? "" : own}
                maxLength={200}
                required
                hint={modelNameHint}
              />
              <ModelServerFields url={url ?? ""} hasKey={hasKey} />
            </>
          )}
          <SubmitRow change={change} />
          {canTest && (
            <div>
              <Button isBusy={test.isPending} onClick={runTest}>
                Test
              </Button>
            </div>
          )}
          <TestOutcome test={test} success="The model answered." />
        </Form>
      </Card>
    </Section>
  );
}

function readForm(choice: Choice, fields: FormData) {
  if (choice !== "own") return { model: choice };
  const key = fieldText(fields, "key");
  return {
    model: fieldText(fields, "model"),
    modelUrl: fieldText(fields, "url") || null,
    ...(key !== "" && { modelKey: key }),
  };
}
