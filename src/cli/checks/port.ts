import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../../platform/config.ts";
import type { Check } from "./check.ts";

const answerMilliseconds = 2_000;

export async function checkPort({ host, port }: Config): Promise<Check> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
    return { name: "port", state: "ok", found: port === 0 ? "any free port" : `${port} on ${host} is free` };
  } catch (error) {
    return explainUsedPort(host, port, error instanceof Error && "code" in error ? String(error.code) : "unknown");
  } finally {
    probe.close();
  }
}

async function explainUsedPort(host: string, port: number, code: string): Promise<Check> {
  if (code !== "EADDRINUSE") {
    const fix = "set HOST to an address of this machine, and PORT to 1024 or more";
    return { name: "port", state: "fail", found: `cannot listen on port ${port} of ${host} (${code})`, fix };
  }
  if (await isLectern(host, port)) {
    return { name: "port", state: "ok", found: `Lectern is running on port ${port}` };
  }
  const fix = "stop the program that uses it, or set another PORT";
  return { name: "port", state: "fail", found: `port ${port} on ${host} is in use`, fix };
}

async function isLectern(host: string, port: number): Promise<boolean> {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const response = await fetch(`http://${reachable}:${port}/healthz`, { signal });
    return ((await response.json()) as { status?: unknown }).status === "alive";
  } catch {
    return false;
  }
}
