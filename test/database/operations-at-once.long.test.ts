import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isStream, type Operation, pathParams } from "../../src/contract/operation.ts";
import { dayMilliseconds } from "../../src/platform/clock.ts";
import type { Transaction } from "../../src/platform/db/database.ts";
import { type IssuedCredentials, issueCredentials } from "../security/matrix/credentials.ts";
import { changesBetween, takeFingerprint } from "../security/matrix/fingerprint.ts";
import { addressOf, prepareRequest, type TargetRequest } from "../security/matrix/requests.ts";
import { wholeTable } from "../security/matrix/test-matrix.ts";
import { isWaiting } from "../support/interleave.ts";
import { type Installation, startInstallation } from "../support/server.ts";

// Every operation that writes is made at the same time as itself and as the next one about the same thing.

/** The thing that an operation is about, by its path: `/v1/project/automations/{projectId}/{id}` is about `automation`. */
function entityOf({ path }: Operation): string {
  const parts = path
    .split("/")
    .slice(2)
    .filter((part) => !["project", "dashboard", "organization"].includes(part));
  return parts.find((part) => !part.startsWith("{"))?.replace(/s$/, "") ?? "project";
}

const writing = wholeTable.filter(({ operation }) => operation.method !== "GET" && !isStream(operation));
const entities = Object.entries(Object.groupBy(writing, ({ operation }) => entityOf(operation)));

const roundsMax = 3;
let lectern: Installation;
let issued: IssuedCredentials;
const held = new AsyncLocalStorage<{ written(): void; released: Promise<void> }>();

beforeAll(async () => {
  lectern = await startInstallation("postgres");
  issued = await issueCredentials(lectern);
  const { database } = lectern.node;
  const { transaction } = database;
  database.transaction = (work, options) =>
    transaction(async (tx: Transaction) => {
      const result = await work(tx);
      const hold = held.getStore();
      if (hold !== undefined && options?.durability !== "relaxed") {
        hold.written();
        await hold.released;
      }
      return result;
    }, options);
});
afterAll(() => lectern.stop());

type Row = (typeof writing)[number];
type Send = () => Promise<number>;

/** Files, what is queued, and what open dashboards are told: each is written once for several changes at a time. */
const restless: ReadonlySet<string> = new Set(["files", "changes", "pgboss.job", "queue_jobs"]);
/** Pairs with other replies or rows than in either order, because of what happens outside of their transactions. */
const others: ReadonlySet<string> = new Set([
  "createPreview removePreview",
  "removePreview createPreview",
  "deleteProject deleteProject",
  "removeServerSetting changeServerSignIn",
  "publishDraft requestReview",
  "resolveConflict resolveConflict",
  "duplicatePage movePage",
  "movePage removePage",
  "removePage changeFrontmatter",
]);

describe.each(entities)("%s", (_entity, rows = []) => {
  const pairs = rows.flatMap((one, index) =>
    [one, rows[(index + 1) % rows.length] ?? one]
      .filter((other) => !others.has(`${one.name} ${other.name}`))
      .map((other) => [one.name, other.name, one, other] as const),
  );

  test.each(pairs)("%s and %s at the same time end as one after the other", async (_one, _other, one, other) => {
    const inOrder = () => play(one, other, async (first, second) => [await first(), await second()]);
    const reversed = () =>
      play(one, other, async (first, second) => {
        const last = await second();
        return [await first(), last];
      });
    // What the tests share, such as an organization's settings or its last few PDFs, is the same after some rounds.
    for (let round = 1; round <= roundsMax; round++) {
      const concurrent = await play(one, other, atOnce);
      const expected = [await inOrder()];
      if (isDeepStrictEqual(concurrent, expected[0])) return;
      expected.push(await reversed());
      if (isDeepStrictEqual(concurrent, expected[1])) return;
      if (round === roundsMax) expect(expected).toContainEqual(concurrent);
    }
  });
});

/** Sends the second request before the first one has committed what it wrote. */
async function atOnce(first: Send, second: Send): Promise<number[]> {
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = held.run({ written: written.resolve, released: released.promise }, first);
  await Promise.race([written.promise, one]);
  let isOver = false;
  const other = second().finally(() => (isOver = true));
  while (!isOver && !(await isWaiting(lectern.node.database))) await setImmediate();
  released.resolve();
  return Promise.all([one, other]);
}

/** Makes two requests about the same thing. Returns their statuses, and how many rows each table has more. */
async function play(one: Row, other: Row, run: (first: Send, second: Send) => Promise<number[]>): Promise<unknown> {
  lectern.clock.advance(2 * dayMilliseconds);
  const last = one === other ? undefined : await prepareRequest(other.name, { lectern, issued }, "acme");
  const first = await prepareRequest(one.name, { lectern, issued }, "acme");
  const shared = pathParams(other.operation).filter((name) => name in first.params);
  const about = Object.fromEntries(shared.map((name) => [name, first.params[name] ?? ""]));
  const second = last === undefined ? first : { ...last, params: { ...last.params, ...about } };
  const sends = [await prepareSend(one, first), await prepareSend(other, second)] as const;
  const before = await takeFingerprint(lectern);
  const statuses = await run(...sends);
  const changes = Object.entries(changesBetween(before, await takeFingerprint(lectern)));
  const more = changes.map(([table, rows]) => [table, rows.reduce((sum, row) => sum + (row[0] === "+" ? 1 : -1), 0)]);
  return [statuses, Object.fromEntries(more.filter(([table, rows]) => !restless.has(String(table)) && rows !== 0))];
}

async function prepareSend({ operation, cells }: Row, request: TargetRequest): Promise<Send> {
  const permitted = cells.filter(
    ({ expected, target, of }) => expected === "success" && target === "acme" && of !== "zenith",
  );
  const names = permitted.map(({ credential }) => credential);
  const credential =
    (["an admin", "an admin key"] as const).find((name) => names.includes(name)) ?? names[0] ?? "an admin";
  const headers = await issued.renew(credential);
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const type = request.upload?.type ?? (body === undefined ? undefined : "application/json");
  const payload = request.upload?.bytes ?? body;
  return async () => {
    const reply = await lectern.node.server.http.inject({
      method: operation.method,
      url: addressOf(operation, request),
      headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    return reply.statusCode;
  };
}
