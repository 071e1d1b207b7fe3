import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ephemeral port range, where the system could assign the port to an outgoing connection before we listen.
const portMin = 20_000;
const portMax = 32_000;
const triesMax = 20;

/** A free port, for callers that must know it before they listen. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 1; tries < triesMax; tries += 1) {
    const port = await findPort(host, randomInt(portMin, portMax)).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return findPort(host, 0);
}

function findPort(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(wanted, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
