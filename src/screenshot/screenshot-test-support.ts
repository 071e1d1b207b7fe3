import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { BrowserProgram } from "./with-browser.ts";

/** Listens on a free port until the test ends. */
export async function serve(answer: RequestListener): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}/` };
}

export function servePage(html: string) {
  return serve((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(html);
  });
}

/** A folder for one test. It is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeProgram(path: string, script: string): BrowserProgram {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { executable: path, variables: {} };
}

export interface RunningBrowser {
  pid: number;
  folder: string;
}

/** The running browser that can reach only the given port. */
export function findRunningBrowser(port: number): RunningBrowser | undefined {
  for (const line of listProcesses("pid=,args=")) {
    const [, pid, folder] = /^(\d+) .*--user-data-dir=(\S+)/.exec(line) ?? [];
    if (pid !== undefined && folder !== undefined && line.includes(`127.0.0.1:${port},`) && !line.includes("--type=")) {
      return { pid: Number(pid), folder: dirname(folder) };
    }
  }
  return undefined;
}

export function groupSize(pid: number): number {
  return listProcesses("pgid=,stat=").filter((line) => line.startsWith(`${pid} `) && !line.endsWith("Z")).length;
}

/** A killed process needs a moment to exit. */
export async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => groupSize(pid) === 0, { timeout: 60_000 });
}

function listProcesses(columns: string): string[] {
  const output = execFileSync("ps", ["-ww", "-eo", columns], { encoding: "utf8" });
  return output.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
}
