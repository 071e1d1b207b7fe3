import { type Client, createClient } from "../../../src/contract/client.ts";

/** Required on every change. A form on another site can't send it. */
export const dashboardHeader = { "x-lectern-dashboard": "1" };

/** All operations, authenticated by the session cookie. */
export const api = createClient({
  url: "",
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...dashboardHeader } }),
});

/** The reply of an operation. */
export type Answer<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;
