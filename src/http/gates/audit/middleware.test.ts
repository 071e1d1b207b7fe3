import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../../../test/support/database.ts";
import { createOrganization } from "../../../accounts/create-organization.ts";
import { createKey } from "../../../keys/create-key.ts";
import { recordDeed } from "./middleware.ts";
import { operatorActor, operatorKeyId } from "./operator.ts";
import { listAuditEntries } from "./store.ts";

onBothDatabases((dialect) => {
  test("a deed is that of the key or of the command line that did it, never of the other", async () => {
    const database = await openTestDatabase(dialect);
    let now = 0;
    const deps = { clock: { now: () => ++now } };
    const { id: organizationId } = await createOrganization(deps, database.query, "ACME");
    const owner = { kind: "admin", organizationId, projectId: null } as const;
    const { key } = await createKey(deps, database.query, { ...owner, name: "CI" });
    for (const keyId of [key.id, operatorKeyId, "key_gone"]) {
      const deed = { action: "triggerUpdate", params: {}, details: {}, address: "127.0.0.1" };
      await database.transaction((tx) =>
        recordDeed(deps, tx, { ...deed, principal: { ...owner, keyId, scopes: ["write"] } }),
      );
    }
    const entries = await listAuditEntries(database.query, organizationId, { limit: 10 });
    expect(entries.map(({ actor }) => actor).reverse()).toEqual([
      { kind: "key", id: key.id, name: "CI" },
      operatorActor(),
      { kind: "key", id: "key_gone", name: "A key that is gone" },
    ]);
  });
});
