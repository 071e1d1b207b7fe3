import { findSandbox } from "../../agent/child/find-sandbox.ts";
import type { Check } from "./check.ts";

/** Agent jobs run without it too, held by Node's own permissions: it is a second wall. */
export async function checkSandbox(): Promise<Check> {
  const found = await findSandbox();
  return found === undefined
    ? {
        name: "sandbox",
        state: "warn",
        found: "none: the process of an agent job is held by Node's permissions alone",
        mend: "install bubblewrap, and let it make user namespaces",
      }
    : { name: "sandbox", state: "ok", found: `bubblewrap ${found.version}` };
}
