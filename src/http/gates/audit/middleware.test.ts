import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../../../test/support/database.ts";
import { operatorActor, operatorKeyId } from "../../../activity/audit/operator.ts";
import { listAuditEntries } from "../../../activity/audit/store.ts";
import { recordAction } from "./middleware.ts";

onDatabaseOfRun((dialect) => {
  test("an action is attributed to the key or the command line that performed it", async () => {
    const database = await openTestDatabase(dialect);
    await database.query.insertInto("organizations").values({ id: "org_1", name: "ACME", createdAt: 0 }).execute();
    let now = 0;
    const deps = {
      clock: { now: () => ++now },
      listOrganizationIds: async () => [],
      findKeyName: async (_tx: unknown, keyId: string) => (keyId === "key_1" ? "CI" : undefined),
    };
    for (const keyId of ["key_1", operatorKeyId, "key_deleted"]) {
      const action = { action: "triggerUpdate", params: {}, details: {}, address: "127.0.0.1" };
      const principal = { kind: "admin", organizationId: "org_1", projectId: null, keyId, scopes: ["write"] } as const;
      await database.transaction((tx) => recordAction(deps, tx, { ...action, principal }));
    }
    const entries = await listAuditEntries(database.query, "org_1", { limit: 10 });
    expect(entries.map(({ actor }) => actor).reverse()).toEqual([
      { kind: "key", id: "key_1", name: "CI" },
      operatorActor(),
      { kind: "key", id: "key_deleted", name: "Deleted key" },
    ]);
  });
});
