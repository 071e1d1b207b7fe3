import { modelProviders } from "../../../src/contract/model-providers.ts";

export const modelNameHint = `provider/model. Known providers: ${modelProviders.join(", ")}.`;
export const modelUrlHint =
  "Needed for azure and compatible, and for bedrock outside of us-east-1. Servers in your own network must be listed in LECTERN_ALLOWED_HOSTS.";
export const modelKeyHint = "For bedrock, an API key or ACCESS_KEY_ID:SECRET_ACCESS_KEY.";
