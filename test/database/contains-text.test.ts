import { expect, test } from "vitest";
import { insertAuditEntry, listAuditEntries } from "../../src/activity/audit/store.ts";
import { findPeople, findUpdates } from "../../src/dashboard/search/store.ts";
import { insertUpdate } from "../../src/updates/store.ts";
import { newUpdate } from "../../src/updates/update.ts";
import { onBothDatabases, openTestDatabase } from "../support/database.ts";
import { createTestProject } from "../support/server.ts";

const clock = { now: () => 0 };

onBothDatabases((dialect) => {
  test("searches find a text in any script whatever its case, and no pattern characters", async () => {
    const { query } = await openTestDatabase(dialect);
    const project = await createTestProject({ query }, clock);
    const { organizationId, id: projectId } = project;
    const title = "Übersicht ÉCOLE Журнал ΑΒΓ Ωmega 100%_a";
    const user = { id: "usr_1", name: title, email: "ada@acme.test", emailVerified: 0, createdAt: 0, updatedAt: 0 };
    await query.insertInto("users").values(user).execute();
    await query
      .insertInto("members")
      .values({ organizationId, userId: user.id, role: "editor", createdAt: 0 })
      .execute();
    const commit = { sha: "a".repeat(40), ref: "main", message: title, filesChanged: null };
    await insertUpdate(query, { ...newUpdate({ project, source: "api" }, clock), commit });
    const entry = { id: "aud_1", organizationId, projectId, projectName: title, action: "x", address: "", at: 0 };
    const target = { kind: "project", id: "1", name: title };
    await insertAuditEntry(query, {
      ...entry,
      actor: { kind: "member", id: "usr_1", name: title },
      details: {},
      target,
    });

    const scope = { organizationId, hidden: [] };
    const finds = async (text: string) => {
      const words = text.split(" ");
      const entries = (filters: object) => listAuditEntries(query, organizationId, { limit: 1, ...filters });
      const results = await Promise.all([
        findPeople(query, scope, words, 1),
        findUpdates(query, scope, words, 1),
        ...[{ text }, { actor: text }, { target: text }].map(entries),
      ]);
      return results.map(({ length }) => length);
    };
    for (const word of title.split(" ")) {
      for (const text of [word, word.toLowerCase(), word.toUpperCase()])
        expect([text, await finds(text)]).toEqual([text, [1, 1, 1, 1, 1]]);
    }
    for (const text of ["1_0", "Ü%t", "\\"]) expect(await finds(text)).toEqual([0, 0, 0, 0, 0]);
  });
});
