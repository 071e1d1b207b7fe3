import { describe, expect, onTestFinished, test } from "vitest";
import { createStorage, openStorage, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { createLog } from "../platform/log.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import { openQueue } from "../platform/queue/open.ts";
import { insertUpdate, listUpdates, moveUpdate, recordCommit } from "../updates/store.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { newUpdate } from "../updates/update.ts";
import { announceHandler } from "./announce-preview.ts";
import type { CodeHost } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { withPreview } from "./with-preview.ts";

const clock = { now: () => Date.UTC(2026, 2, 2) };
const log = createLog("fatal", "worker");
const sha = "a".repeat(40);

/** A host that remembers what it was told. */
function listeningHost({
  kind = "github",
  open = true,
  error,
}: {
  kind?: CodeHost["kind"];
  open?: boolean;
  error?: Error;
}) {
  const told: string[] = [];
  const host: CodeHost = {
    kind,
    openPullRequest: async () => ({ number: 7, url: "https://github.com/acme/docs/pull/7" }),
    findOpenPullRequest: async () => (open ? { number: 7, url: "https://github.com/acme/docs/pull/7" } : undefined),
    async setCommitStatus({ state, context, url, commit }) {
      if (error !== undefined) {
        throw error;
      }
      told.push(`${context} of ${commit.slice(0, 7)} is ${state}: ${url}`);
    },
    async comment({ number, key, body }) {
      told.push(`comment ${key} on ${number}: ${body.split("\n")[0]}`);
    },
  };
  return { host, told };
}

async function announce(
  host: CodeHost,
  { status = "success", token = "sealed" }: { status?: "success" | "failure"; token?: string | null } = {},
): Promise<void> {
  const database = await openTestDatabase("sqlite");
  const stored = await createTestProject(database, clock);
  const project = { ...stored, repositoryToken: token };
  await database.query.updateTable("projects").set({ repository_token: token }).execute();
  const update = newUpdate({ project, source: "internal", subdomain: "next--acme-docs", branch: "next" }, clock);
  await insertUpdate(database.query, update);
  await moveUpdate(database.query, update.id, "in_progress", "Running.", clock.now());
  const author = { name: "Ada", avatarUrl: null, githubUserId: null };
  await recordCommit(
    database.query,
    [update.id],
    { sha, ref: "next", message: "Change", filesChanged: null },
    author,
    0,
  );
  await moveUpdate(database.query, update.id, status, "A page is broken.", clock.now());
  const handler = announceHandler({
    database,
    log,
    chooseCodeHost: async () => host,
    hasGithubApp: false,
    url: "https://docs.lectern.test",
    siteUrl: (subdomain) => `https://${subdomain}.sites.lectern.test`,
  });
  const payload = { updateId: update.id, projectId: project.id };
  await handler.run({ payload, signal: new AbortController().signal } as unknown as RunningJob);
}

describe("a pull request", () => {
  const published = "https://next--acme-docs.sites.lectern.test";

  test("is told of its preview with a status and a comment", async () => {
    const { host, told } = listeningHost({});
    await announce(host);
    expect(told).toEqual([
      `lectern/preview of aaaaaaa is success: ${published}`,
      `comment preview on 7: **Preview:** ${published}`,
    ]);
  });

  test("is told of a preview that failed, with a status only", async () => {
    const { host, told } = listeningHost({});
    await announce(host, { status: "failure" });
    expect(told).toEqual(["lectern/preview of aaaaaaa is failure: https://docs.lectern.test/dashboard"]);
  });

  test("of the built-in host shows the preview by itself and needs no comment", async () => {
    const { host, told } = listeningHost({ kind: "built-in" });
    await announce(host);
    expect(told).toEqual([`lectern/preview of aaaaaaa is success: ${published}`]);
  });

  test("that is not there, and a host that we have no token for, are left alone", async () => {
    const { host, told } = listeningHost({ open: false });
    await announce(host);
    const another = listeningHost({});
    await announce(another.host, { token: null });
    expect([...told, ...another.told]).toEqual([]);
  });

  test("is told again later when its host is busy, and never when it refuses", async () => {
    const busy = listeningHost({ error: new CodeHostError("limited", "Too many requests.") });
    await expect(announce(busy.host)).rejects.toThrow("Too many requests.");
    const refusing = listeningHost({ error: new CodeHostError("no-access", "The token may not do this.") });
    await announce(refusing.host);
    expect(refusing.told).toEqual([]);
  });
});

test("a pull request that is opened on another host makes a preview of its branch, once", async () => {
  const storage = await createStorage("sqlite");
  const database = await openStorage(storage);
  const { databaseUrl } = storage;
  const queue = await openQueue({ database, clock, kinds: [updateJobKind], databaseUrl, role: "api", log });
  onTestFinished(async () => {
    await queue.close();
    await database.close();
    await storage.remove();
  });
  const project = await createTestProject(database, clock);
  const choose = withPreview({ database, queue, clock }, async () => listeningHost({}).host);
  const host = await choose(project, new AbortController().signal);
  const request = { head: "next", base: "main", title: "Change", body: "" };
  const link = await host.openPullRequest(request, new AbortController().signal);
  expect(await host.openPullRequest(request, new AbortController().signal)).toEqual(link);
  const updates = await listUpdates(database.query, project.id, { limit: 5 });
  expect(updates).toMatchObject([{ branch: "next", source: "internal", status: "queued" }]);
});
