import { reasoningEfforts } from "../../../src/contract/model-providers.ts";
import { type Answer, api } from "../api/client.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import { ModelHealth, ModelServerFields, modelNameHint } from "./model-fields.tsx";
import { ServerSetting } from "./server-setting.tsx";

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
  return (
    <ServerSetting
      {...{ title, description, variable }}
      name={kind}
      setting={model}
      of="changeServerModel"
      save={(body) => api.changeServerModel({ ...body, kind })}
      test={(body) => api.testServerModel(isFixed ? { kind, name: model.name } : { ...body, kind })}
      saved={`${title} saved. It takes effect immediately.`}
      success="The model answered."
      isAlwaysTestable
    >
      {model.source === "none" && <p className="text-pretty text-ink-soft">{without}</p>}
      <ModelHealth health={model.health} />
      <fieldset className="grid gap-4" disabled={isFixed}>
        <TextField label="Model" name="name" placeholder={example} hint={modelNameHint} />
        <ModelServerFields
          urlName="url"
          urlExample="https://ai.example.com/v1"
          keyName="key"
          hasKey={model.hasSecret}
        />
        {kind === "model" && (
          <SelectField
            label="Reasoning"
            name="reasoning"
            hint="How much the model thinks before it answers. More takes longer and costs more."
            options={reasoningEfforts.map((effort) => [
              effort,
              effort === "default" ? "As the provider decides" : effort,
            ])}
          />
        )}
      </fieldset>
    </ServerSetting>
  );
}
