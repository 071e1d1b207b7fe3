import type { Environment } from "../platform/config.ts";
import { freePort } from "../platform/free-port.ts";
import { readSettings } from "./setup.ts";

/** PORT=0 means any free port. It is chosen before listening because the public URL contains it. */
export async function choosePort(environment: Environment): Promise<Environment> {
  const { host, port } = readSettings(environment);
  return port === 0 ? { ...environment, PORT: String(await freePort(host)) } : environment;
}
