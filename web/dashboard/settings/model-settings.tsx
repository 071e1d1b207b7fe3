import { useRef, useState } from "react";
import { api, projectQuery } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { Button } from "../ui/button.tsx";
import { RadioFields, TextField } from "../ui/field.tsx";
import { Form, readForm, SubmitRow } from "../ui/form.tsx";
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
  const test = useAction((body: BodyOf<"changeProject">) => api.testProjectModel({ projectId: project.id, ...body }), {
    rereads: [projectQuery(project.id)],
  });
  // Without a model of its own, the form has no fields for it.
  const withChoice = (body: BodyOf<"changeProject">) => (choice === "own" ? body : { model: choice });
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Choice>(own === null ? "default" : own === "none" ? "none" : "own");
  const runTest = () => {
    if (form.current?.reportValidity()) test.mutate(withChoice(readForm(form.current, "changeProject")));
  };
  const canTest = choice === "own" || (choice === "default" && installed !== null);
  return (
    <Section title="Model" description="Answers readers' questions.">
      <Card className="p-5">
        <Form
          ref={form}
          className="grid gap-4"
          of="changeProject"
          values={{ model: own === "none" ? null : own, modelUrl: url }}
          error={change.error}
          onSubmit={(body) => change.mutate(withChoice(body))}
        >
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
              <TextField label="Model name" name="model" required hint={modelNameHint} />
              <ModelServerFields urlName="modelUrl" keyName="modelKey" hasKey={hasKey} />
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
