import { createServer } from "node:net";
import type { Environment } from "../platform/config.ts";
import { readSettings } from "./setup.ts";

/** PORT=0 asks for any free port. It is chosen before we listen, since the public address is made with it. */
export async function choosePort(environment: Environment): Promise<Environment> {
  const { host, port } = readSettings(environment);
  return port === 0 ? { ...environment, PORT: String(await freePort(host)) } : environment;
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
