import { api } from "../api/client.ts";
import { readQuery } from "../api/read-query.ts";

export const tokensQuery = readQuery(["tokens"], (options) => api.listTokens({}, options));

export const organizationTokensQuery = (organizationId: string) =>
  readQuery(["organization-tokens", organizationId], (options) =>
    api.listOrganizationTokens({ organizationId }, options),
  );
