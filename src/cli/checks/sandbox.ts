import { findSandbox } from "../../agent/child/find-sandbox.ts";
import type { Check } from "./check.ts";

/** Agent jobs also run without it, restricted by Node's permissions; the sandbox is a second layer. */
export async function checkSandbox(): Promise<Check> {
  const found = await findSandbox();
  return found === undefined
    ? {
        name: "sandbox",
        state: "warn",
        found: "none: agent jobs are restricted only by Node's permissions",
        fix: "install bubblewrap, and allow it to create user namespaces",
      }
    : { name: "sandbox", state: "ok", found: `bubblewrap ${found.version}` };
}
