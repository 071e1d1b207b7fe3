import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/contract/client.ts";
import { openDatabase } from "../../src/platform/db/open.ts";
import { startLectern } from "../cli/lectern.ts";
import { createEmptyStorage, createStorage, type TestStorage } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { createSmallInstallation, publish } from "./small-installation.ts";
import { TransactionPooler } from "./transaction-pooler.ts";

vi.setConfig({ ...slow, testTimeout: 600_000 });

/** Storage whose database can only be reached through a pooler. */
async function behindPooler(storage: TestStorage): Promise<{ pooler: TransactionPooler; url: string }> {
  onTestFinished(() => storage.remove());
  const pooler = new TransactionPooler(storage.databaseUrl ?? "");
  const url = await pooler.start();
  onTestFinished(() => pooler.stop());
  return { pooler, url };
}

test("a server migrates, publishes, answers and updates through a pooler in transaction mode", async () => {
  const storage = await createEmptyStorage("postgres");
  const { pooler, url } = await behindPooler(storage);
  const { dataFolder } = storage;
  const { variables, projectId, ...keys } = await createSmallInstallation({ databaseUrl: url, dataFolder });
  const running = await startLectern(variables);
  const client = createClient({ url: running.url, key: keys.adminKey });

  const statusId = await publish(client, projectId);
  const asked = await fetch(`${running.url}/discovery/v2/assistant/acme/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.assistantKey}`, "content-type": "application/json" },
    body: JSON.stringify({ fp: "me", messages: [{ id: "1", role: "user", content: "How do I install Acme?" }] }),
  });
  expect(asked.status).toBe(200);
  expect(await asked.text()).toContain("text-delta");
  // On direct connections these statements are prepared. Behind the pooler they must run on any connection.
  const reads = Array.from({ length: 60 }, () => client.getUpdateStatus({ statusId }));
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => "success"));
  expect(pooler.switches).toBeGreaterThan(10);
  expect(running.stderr).not.toMatch(/"level":(50|60)|prepared statement/);
});

test("no setting of a connection outlives its transaction behind a pooler", async () => {
  const storage = await createStorage("postgres");
  const { url } = await behindPooler(storage);
  const database = await openDatabase({ url, dataFolder: "", connectionsMax: 3, onIdleError: () => {} });
  onTestFinished(() => database.close());
  const settings = sql<{ statement: string; idle: string; commit: string }>`
    select current_setting('statement_timeout') as statement, current_setting('synchronous_commit') as commit,
      current_setting('idle_in_transaction_session_timeout') as idle`;
  const inside = await database.transaction(async (tx) => (await settings.execute(tx)).rows[0], {
    durability: "relaxed",
  });
  expect(inside).toEqual({ statement: "30s", idle: "15s", commit: "off" });
  const outside = await Promise.all(
    Array.from({ length: 8 }, async () => (await settings.execute(database.query)).rows),
  );
  expect(new Set(outside.map(([row]) => JSON.stringify(row))).size).toBe(1);
  expect(outside[0]).toEqual([{ statement: "0", idle: "0", commit: "on" }]);
});
