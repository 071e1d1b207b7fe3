import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { newAgentJob } from "../agent/agent-job.ts";
import { insertAgentJob } from "../agent/store.ts";
import { systemClock } from "../platform/clock.ts";
import { insertWebhook } from "../webhooks/outgoing/store.ts";
import { findJobOwner } from "./find-owner.ts";

onBothDatabases((dialect) => {
  test("the jobs of a project, an agent job and a webhook belong to their organization", async () => {
    const database = await openTestDatabase(dialect);
    const { query } = database;
    const project = await createTestProject(database, systemClock);
    const { organizationId } = project;
    const job = newAgentJob(project, { prompt: "Explain backups." }, systemClock);
    await insertAgentJob(query, job);
    const webhook = { id: "whk_1", organizationId, projectId: null, name: "Chat", url: "", format: "json" } as const;
    const unused = { secret: null, previousSecret: null, failingSince: null, lastError: null, deliveredAt: null };
    const state = { events: "[]", previousUntil: 0, state: "active", createdBy: "usr_1", createdAt: 0 } as const;
    await insertWebhook(query, { ...webhook, ...unused, ...state });
    for (const group of [project.id, job.id, webhook.id, organizationId]) {
      expect(await findJobOwner(query, group)).toBe(organizationId);
    }
    expect(await findJobOwner(query, "mail")).toBe("mail");
  });
});
