import { useRef, useState } from "react";
import { api } from "../api/client.ts";
import { projectQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { ModelHealth } from "./model-health.tsx";
import { modelKeyHint, modelNameHint, modelUrlHint } from "./model-hints.ts";
import { TestOutcome } from "./test-outcome.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Choice = "default" | "none" | "own";

/** Chooses what answers readers: the server's model, the project's own model, or the built-in answers. */
export function ModelSettings({ project }: { project: ProjectDetails }) {
  const { own, installed, url, hasKey, health } = project.model;
  const change = useChangeProject(project, "Saved. The next answer uses it.");
  const test = useAction(
    (fields: FormData) => api.testProjectModel({ projectId: project.id, ...readForm(choice, fields) }),
    { rereads: [projectQuery(project.id)] },
  );
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Choice>(own === null ? "default" : own === "none" ? "none" : "own");
  const radio = (value: Choice) => ({
    type: "radio" as const,
    name: "choice",
    value,
    checked: choice === value,
    onChange: () => setChoice(value),
  });
  const runTest = () => {
    if (form.current?.reportValidity()) test.mutate(new FormData(form.current));
  };
  const canTest = choice === "own" || (choice === "default" && installed !== null);
  return (
    <Section title="Model" description="Answers readers' questions.">
      <Card className="p-5">
        <Form
          ref={form}
          className="grid max-w-2xl gap-4"
          onSubmit={(fields) => change.mutate(readForm(choice, fields))}
        >
          <ModelHealth health={health} />
          <fieldset className="grid gap-1">
            <legend className="sr-only">Model</legend>
            <CheckField
              {...radio("default")}
              label="The server's model"
              hint={installed === null ? "The server has no model, so built-in answers are used." : installed}
            />
            <CheckField {...radio("none")} label="Built-in answers" hint="Quoted from your pages, without a model." />
            <CheckField
              {...radio("own")}
              label="Another model"
              hint="From the same provider as the server's model, or from any provider with a key of your own."
            />
          </fieldset>
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
              <TextField
                label="Server URL"
                name="url"
                type="url"
                isOptional
                defaultValue={url ?? ""}
                hint={modelUrlHint}
              />
              <TextField
                label="API key"
                name="key"
                type="password"
                autoComplete="off"
                isOptional
                placeholder={hasKey ? "Stored. Leave empty to keep it." : ""}
                hint={modelKeyHint}
              />
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
  const [model = "", url = "", key = ""] = ["model", "url", "key"].map((name) => String(fields.get(name) ?? "").trim());
  return { model, modelUrl: url === "" ? null : url, ...(key !== "" && { modelKey: key }) };
}
