import { once } from "node:events";
import { createServer } from "node:net";

/** Below what the system hands out by itself, so that no other test gets the port before it is used. */
const [firstPort, lastPort] = [10_000, 32_000];
const triesMax = 100;

/** A port of this machine that nobody listens on, for who has to know it before it is listened on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${triesMax} ports is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, "127.0.0.1");
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
