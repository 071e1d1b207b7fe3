import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { reasoningEfforts } from "../../../src/contract/model-providers.ts";
import { type Answer, api } from "../api/client.ts";
import { serverSettingsQuery } from "../api/queries.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { showMessage } from "../ui/toast.tsx";
import { useAction } from "../ui/use-action.ts";
import { ModelHealth } from "./model-health.tsx";
import { modelKeyHint, modelNameHint, modelUrlHint } from "./model-hints.ts";
import { SettingButtons } from "./setting-buttons.tsx";
import { SettingSource } from "./setting-source.tsx";

type Settings = Answer<"getServerSettings">;
type Kind = "model" | "embeddings";

const texts = {
  model: {
    title: "Language model",
    description: "Answers readers' questions and works on agent jobs.",
    without:
      "Without a model, Lectern quotes answers from your pages and jobs follow built-in rules. A model answers in its own words, combines pages, and handles any prompt.",
    variable: "LECTERN_MODEL",
    example: "openai/gpt-5-mini",
  },
  embeddings: {
    title: "Embedding model",
    description: "Lets the assistant find pages by meaning as well as by words.",
    without: "Without one, pages are found by keywords. Page text and questions are sent to the embedding model.",
    variable: "LECTERN_EMBEDDINGS",
    example: "openai/text-embedding-3-small",
  },
} as const;

export function ServerModel({ kind, model }: { kind: Kind; model: Settings[Kind] }) {
  const { title, description, without, variable, example } = texts[kind];
  const isFixed = model.source === "environment";
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const onSuccess = (changed: Settings) => {
    queries.setQueryData(serverSettingsQuery.queryKey, changed);
    showMessage(`${title} saved. It takes effect immediately.`);
  };
  const save = useAction((form: FormData) => api.changeServerModel(readForm(kind, form)), { onDone: onSuccess });
  const test = useAction(
    (form: FormData) => api.testServerModel(isFixed ? { kind, name: model.name } : readForm(kind, form)),
    { rereads: [serverSettingsQuery] },
  );
  const remove = useAction(() => api.removeServerSetting({ setting: kind }), { onDone: onSuccess });
  return (
    <Section title={title} description={description}>
      <Card className="p-5">
        <Form key={model.setAt} ref={form} className="grid max-w-2xl gap-4" onSubmit={(fields) => save.mutate(fields)}>
          {model.source === "none" && <p className="text-pretty text-ink-soft">{without}</p>}
          <SettingSource setting={model} variable={variable} />
          <ModelHealth health={model.health} />
          <TextField
            label="Model"
            name="name"
            required
            maxLength={200}
            disabled={isFixed}
            defaultValue={model.name}
            placeholder={example}
            hint={modelNameHint}
          />
          <TextField
            label="Server URL"
            name="url"
            type="url"
            isOptional
            disabled={isFixed}
            defaultValue={model.url}
            placeholder="https://ai.example.com/v1"
            hint={modelUrlHint}
          />
          <TextField
            label="API key"
            name="key"
            type="password"
            autoComplete="off"
            isOptional
            disabled={isFixed}
            placeholder={model.hasSecret ? "Stored. Leave empty to keep it." : ""}
            hint={modelKeyHint}
          />
          {kind === "model" && (
            <SelectField
              label="Reasoning"
              name="reasoning"
              disabled={isFixed}
              defaultValue={model.reasoning}
              hint="How much the model thinks before it answers. More takes longer and costs more."
            >
              {reasoningEfforts.map((effort) => (
                <option key={effort} value={effort}>
                  {effort === "default" ? "As the provider decides" : effort}
                </option>
              ))}
            </SelectField>
          )}
          <SettingButtons
            {...{ form, save, test, remove }}
            source={model.source}
            success="The model answered."
            isAlwaysTestable
          />
        </Form>
      </Card>
    </Section>
  );
}

function readForm(kind: Kind, form: FormData) {
  const [name = "", url = "", key = ""] = ["name", "url", "key"].map((field) => String(form.get(field) ?? "").trim());
  const reasoning = reasoningEfforts.find((effort) => effort === form.get("reasoning"));
  return { kind, name, ...(url !== "" && { url }), ...(key !== "" && { key }), ...(reasoning && { reasoning }) };
}
