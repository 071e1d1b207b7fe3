import { modelProviders } from "../../../src/contract/model-providers.ts";
import { TextField } from "../ui/field.tsx";

export const modelNameHint = `provider/model. Known providers: ${modelProviders.join(", ")}.`;

interface ModelServerFieldsProps {
  url: string;
  urlExample?: string;
  hasKey: boolean;
  disabled?: boolean;
}

/** The address and the key of a model's provider. */
export function ModelServerFields({ url, urlExample, hasKey, disabled = false }: ModelServerFieldsProps) {
  return (
    <>
      <TextField
        label="Server URL"
        name="url"
        type="url"
        isOptional
        disabled={disabled}
        defaultValue={url}
        placeholder={urlExample}
        hint="Needed for azure and compatible, and for bedrock outside of us-east-1. Servers in your own network must be listed in LECTERN_ALLOWED_HOSTS."
      />
      <TextField
        label="API key"
        name="key"
        type="password"
        autoComplete="off"
        isOptional
        disabled={disabled}
        placeholder={hasKey ? "Stored. Leave empty to keep it." : ""}
        hint="For bedrock, an API key or ACCESS_KEY_ID:SECRET_ACCESS_KEY."
      />
    </>
  );
}
