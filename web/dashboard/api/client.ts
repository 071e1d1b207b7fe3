import { type Client, createClient } from "../../../src/contract/client.ts";

/** What changes something must carry it: a form on another site cannot. */
export const dashboardHeader = { "x-lectern-dashboard": "1" };

/** Every operation, called with the cookie of the session. */
export const api = createClient({
  url: "",
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...dashboardHeader } }),
});

/** What an operation answers with. */
export type Answer<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;
