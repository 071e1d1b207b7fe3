import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Client } from "../../src/contract/client.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { openArtifacts } from "../../src/platform/artifacts/open.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openDatabase } from "../../src/platform/db/open.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import { slow } from "../support/slow.ts";

export interface SmallInstallation {
  variables: Readonly<Record<string, string>>;
  projectId: string;
  adminKey: string;
  assistantKey: string;
}

interface Request {
  /** A PostgreSQL URL; undefined for SQLite. */
  databaseUrl: string | undefined;
  dataFolder: string;
}

/** A server with one project of a single page, so that publishing it is quick even on a busy machine. */
export async function createSmallInstallation({ databaseUrl, dataFolder }: Request): Promise<SmallInstallation> {
  const database = await openDatabase({ url: databaseUrl, dataFolder, connectionsMax: 2, onIdleError: () => {} });
  try {
    const { project } = await createTestHostedProject({
      database,
      objects: await openArtifacts({ address: "", accessKeyId: "", secretAccessKey: "", dataFolder }),
      clock: systemClock,
      repositoriesFolder: join(dataFolder, "repositories"),
      url: "http://127.0.0.1",
      domain: "acme",
      files: {
        "docs.json": JSON.stringify({
          theme: "mint",
          name: "Acme",
          colors: { primary: "#3b5bdb" },
          navigation: { pages: ["index"] },
          redirects: [{ source: "/old", destination: "/" }],
        }),
        "index.mdx": "---\ntitle: Install\n---\n\nInstall Acme with the installer.\n",
      },
    });
    const { organizationId, id: projectId } = project;
    const issue = async (kind: "admin" | "assistant") => {
      const request = { kind, organizationId, projectId: kind === "admin" ? null : projectId };
      return (await createKey({ clock: systemClock }, database.query, request)).secret;
    };
    return {
      variables: {
        PORT: "0",
        LECTERN_DATA: dataFolder,
        LECTERN_SHUTDOWN_SECONDS: "0",
        LECTERN_LEASE_SECONDS: "10",
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      projectId,
      adminKey: await issue("admin"),
      assistantKey: await issue("assistant"),
    };
  } finally {
    await database.close();
  }
}

/** Triggers an update as soon as the server accepts one, waits for its end, and returns its ID. */
export async function publish(client: Client, projectId: string): Promise<string> {
  const options = { timeout: slow.testTimeout, interval: 200 };
  const { statusId } = await vi.waitFor(() => client.triggerUpdate({ projectId }), options);
  const ended = await vi.waitFor(async () => {
    const update = await client.getUpdateStatus({ statusId });
    expect(["success", "failure"]).toContain(update.status);
    return update;
  }, options);
  expect(ended).toMatchObject({ status: "success" });
  return statusId;
}
