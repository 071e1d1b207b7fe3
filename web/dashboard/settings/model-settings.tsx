import { useState } from "react";
import { CheckField, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Choice = "default" | "none" | "own";

/** The model that answers readers: the server's, the project's own, or the built-in answers. */
export function ModelSettings({ project }: { project: ProjectDetails }) {
  const { own, installed } = project.model;
  const change = useChangeProject(project, "Saved. The next answer uses it.");
  const [choice, setChoice] = useState<Choice>(own === null ? "default" : own === "none" ? "none" : "own");
  const radio = (value: Choice) => ({
    type: "radio" as const,
    name: "choice",
    value,
    checked: choice === value,
    onChange: () => setChoice(value),
  });
  return (
    <Section title="Model" description="What answers readers.">
      <Card className="p-5">
        <Form
          className="grid max-w-2xl gap-4"
          onSubmit={(fields) => {
            const name = String(fields.get("model") ?? "").trim();
            change.mutate({ model: choice === "own" ? name : choice });
          }}
        >
          <fieldset className="grid gap-1">
            <legend className="sr-only">Model</legend>
            <CheckField
              {...radio("default")}
              label="As the installation"
              hint={installed === null ? "It has no model, so answers are the built-in ones." : installed}
            />
            <CheckField
              {...radio("none")}
              label="Built-in answers"
              hint="Extracted from the pages, without any model."
            />
            <CheckField {...radio("own")} label="Another model" hint="Of the installation's provider." />
          </fieldset>
          {choice === "own" && (
            <TextField
              label="Name of the model"
              name="model"
              defaultValue={own === null || own === "none" ? "" : own}
              maxLength={200}
              required
            />
          )}
          <SubmitRow change={change} />
        </Form>
      </Card>
    </Section>
  );
}
