import { type Client, createClient } from "../../../src/contract/client.ts";
import type { ClientOptions } from "../../../src/contract/send-request.ts";

/** Required on every change. A form on another site can't send this header. */
export const dashboardHeader = { "x-lectern-dashboard": "1" };

const idleMilliseconds = 60_000;
let lastInput = Date.now();
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
  globalThis.addEventListener?.(kind, () => (lastInput = Date.now()), { passive: true, capture: true });
}

/** Tells the server that nobody is using this tab, so that background requests don't keep the session alive. */
function idleHeader(): Record<string, string> {
  return Date.now() - lastInput > idleMilliseconds ? { "x-lectern-idle": "1" } : {};
}

/** Authenticated by the session cookie. */
export const clientOptions: ClientOptions = {
  url: "",
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...dashboardHeader, ...idleHeader() } }),
};

/** All operations except those of the editor. */
export const api = createClient(clientOptions);

/** The type of an operation's reply. */
export type Answer<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;
