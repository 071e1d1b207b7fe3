import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { bent, malformedRequest, noise } from "./arbitrary-requests.ts";
import { expectSuccess } from "./expect-reply.ts";
import { validRequests } from "./requests.ts";
import { pathOf, send } from "./send.ts";

vi.setConfig(slow);

// A failure prints the seed and the smallest request that still fails; LECTERN_FUZZ_SEED runs it again.
const seed = Number(process.env.LECTERN_FUZZ_SEED ?? 20_260_302);
const numRuns = Number(process.env.LECTERN_FUZZ_RUNS ?? 4_000);
const answerMilliseconds = 60_000;
const windowMilliseconds = 3_600_000;

describe("malformed and hostile requests", { timeout: 600_000 }, () => {
  let lectern: Installation;
  let routes: { method: string; path: string }[];

  beforeAll(async () => {
    lectern = await startInstallation("sqlite");
    routes = [];
    for (const [name, operation] of Object.entries(operations) as [keyof Operations, Operation][]) {
      const { params } = await validRequests[name](lectern, lectern.tenant);
      routes.push({ method: operation.method, path: pathOf(operation, params) });
    }
    const { id, domain } = lectern.tenant.project;
    routes.push(
      { method: "POST", path: `/webhooks/github/${id}` },
      { method: "POST", path: `/webhooks/gitlab/${id}` },
      { method: "GET", path: `/git/${domain}/info/refs?service=git-upload-pack` },
      { method: "POST", path: `/git/${domain}/git-upload-pack` },
      { method: "POST", path: `/git/${domain}/git-receive-pack` },
    );
  });
  afterAll(() => lectern.stop());

  test("the server answers malformed requests to any route without failing", async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.nat(), malformedRequest, async (route, { method, bend, host, fields, withKey, body }) => {
        lectern.clock.advance(windowMilliseconds);
        // Whitespace would end the path, so it is removed; the next test covers such requests.
        const target = targetOf(route, method, bend).replaceAll(/(?<= .*)\s/g, "");
        const lines = [
          `${target} HTTP/1.1`,
          `Host: ${host}`,
          "Connection: close",
          ...fields.map((field) => field.replaceAll(/[\r\n]/g, "")),
          ...(withKey ? [`Authorization: Bearer ${key()}`] : []),
          ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
        ];
        const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
        const statuses = statusesOf(await exchange([head, Buffer.from(body ?? "")], false));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
        // Node closes the connection on CONNECT.
        expect(statuses.length > 0 || method === "CONNECT", "there is an answer").toBe(true);
        statuses.forEach((status) => void seen.add(status));
      }),
      { seed, numRuns },
    );
    expect([200, 201, 202, 400, 401, 404, 405, 415].filter((status) => !seen.has(status))).toEqual([]);
    await expectAlive();
  });

  test("the server answers or disconnects clients that barely speak HTTP, and keeps running", async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.nat(), noise, async (route, { start, fields, body, cuts }) => {
        lectern.clock.advance(windowMilliseconds);
        const line =
          typeof start === "string" ? start : `${targetOf(route, start.method, start.bend)} ${start.version}`;
        const text = `${[line, ...fields].join("\r\n")}\r\n\r\n${body}`.replaceAll("{key}", key());
        const statuses = statusesOf(await exchange(split(Buffer.from(text, "latin1"), cuts), true));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
        statuses.forEach((status) => void seen.add(status));
      }),
      { seed, numRuns },
    );
    expect([400, 404, 405].filter((status) => !seen.has(status))).toEqual([]);
    await expectAlive();
  });

  test("no internal error was logged, and the log contains no secret", () => {
    expect(lectern.logLines.length).toBeGreaterThan(numRuns / 2);
    expect(lectern.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
    expect(lectern.secrets.filter((secret) => lectern.logLines.some((line) => line.includes(secret)))).toEqual([]);
  });

  const key = () => lectern.tenant.admin.secret;
  const targetOf = (route: number, method: string, bend: Parameters<typeof bent>[1]): string => {
    const known = routes[route % routes.length] ?? { method: "GET", path: "/" };
    return `${method === "its own" ? known.method : method} ${bent(known.path, bend)}`;
  };

  async function expectAlive(): Promise<void> {
    expectSuccess(operations.getReadiness, await send(lectern.node.url, { path: "/readyz" }));
    const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
    expectSuccess(operations.listUpdates, await send(lectern.node.url, { path, key: key() }));
  }

  /** Writes the pieces one by one and returns the whole reply. A socket that hangs fails the test. */
  function exchange(pieces: readonly Buffer[], hangUp: boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: lectern.node.port, host: "127.0.0.1", noDelay: true });
      let reply = "";
      socket.setTimeout(answerMilliseconds, () => socket.destroy(new Error("The server doesn't answer or close.")));
      socket.on("data", (chunk) => {
        reply += chunk.toString("latin1");
      });
      // The server may disconnect before all of an invalid request is written.
      socket.on("error", (error) => ("code" in error ? resolve(reply) : reject(error)));
      socket.on("close", () => resolve(reply));
      const write = (at: number): void => {
        const piece = pieces[at];
        if (piece !== undefined && !socket.destroyed) {
          socket.write(piece, () => write(at + 1));
        } else if (hangUp) {
          socket.end();
        }
      };
      write(0);
    });
  }
});

function statusesOf(reply: string): number[] {
  return [...reply.matchAll(/(?:^|\r\n|\}|\n)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}
