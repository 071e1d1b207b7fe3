import { modelProviders } from "../../../src/contract/model-providers.ts";
import type { Answer } from "../api/client.ts";
import { SecretField, TextField } from "../ui/field.tsx";
import { Time } from "../ui/time.tsx";

export const modelNameHint = `provider/model. Known providers: ${modelProviders.join(", ")}.`;

interface ModelServerFieldsProps {
  urlName: string;
  urlExample?: string;
  keyName: string;
  hasKey: boolean;
}

/** The address and the key of a model's provider. */
export function ModelServerFields({ urlName, urlExample, keyName, hasKey }: ModelServerFieldsProps) {
  return (
    <>
      <TextField
        label="Server URL"
        name={urlName}
        placeholder={urlExample}
        hint="Needed for azure and compatible, and for bedrock outside of us-east-1. Servers in your own network must be listed in LECTERN_ALLOWED_HOSTS."
      />
      <SecretField
        label="API key"
        name={keyName}
        isOptional
        isStored={hasKey}
        hint="For bedrock, an API key or ACCESS_KEY_ID:SECRET_ACCESS_KEY."
      />
    </>
  );
}

type Health = Answer<"getProject">["model"]["health"];

/** Whether the model has answered lately, and why not. Shows nothing before the first call. */
export function ModelHealth({ health: { answeredAt, failedAt, problem, failures } }: { health: Health }) {
  if (failures > 0 && failedAt !== null) {
    return (
      <div role="status" className="grid gap-1 text-danger">
        <p>
          {failures === 1 ? "The last call failed" : `The last ${failures} calls failed`}, most recently{" "}
          <Time at={failedAt} />. Built-in answers are used instead.
        </p>
        <p>{problem}</p>
        {answeredAt !== null && (
          <p className="text-ink-soft">
            Its last answer was <Time at={answeredAt} />.
          </p>
        )}
      </div>
    );
  }
  if (answeredAt === null) return null;
  return (
    <p className="text-[13px] text-ink-faint">
      The model last answered <Time at={answeredAt} />.
    </p>
  );
}
