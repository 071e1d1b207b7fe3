import { expect, onTestFinished, test } from "vitest";
import { createStorage, openStorage, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { createLog } from "../platform/log.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import { openQueue } from "../platform/queue/open.ts";
import type { ComparedProblem } from "../site/shared/compare-problems.ts";
import { recordHistory } from "../updates/history-store.ts";
import { recordProblems } from "../updates/problem-store.ts";
import { insertUpdate, listUpdates, moveUpdate } from "../updates/store.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { newUpdate } from "../updates/update.ts";
import { announceHandler } from "./announce-preview.ts";
import { withPreview } from "./choose-code-host.ts";
import type { CodeHost } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";

const clock = { now: () => Date.UTC(2026, 2, 2) };
const log = createLog("fatal", "worker");
const sha = "a".repeat(40);

/** A host that records the statuses and comments it receives. */
function recordingHost({
  kind = "github",
  open = true,
  error,
}: {
  kind?: CodeHost["kind"];
  open?: boolean;
  error?: Error;
}) {
  const received: string[] = [];
  const host: CodeHost = {
    kind,
    openPullRequest: async () => ({ number: 7, url: "https://github.com/acme/docs/pull/7" }),
    findOpenPullRequest: async () => (open ? { number: 7, url: "https://github.com/acme/docs/pull/7" } : undefined),
    readPullRequestStatus: async () => (open ? "open" : "closed"),
    mayWrite: async () => true,
    findBranch: async () => undefined,
    readCheck: async () => "",
    async setCommitStatus({ state, context, url, commit, description }) {
      if (error !== undefined) {
        throw error;
      }
      received.push(`${context} of ${commit.slice(0, 7)} is ${state}: ${description} ${url}`);
    },
    async comment({ number, key, body }) {
      received.push(`comment ${key} on ${number}: ${body.split("\n\nBuilt from")[0]}`);
    },
  };
  return { host, received };
}

async function announce(
  host: CodeHost,
  {
    status = "success",
    token = "sealed",
    problems = [],
    missingPages = 0,
  }: {
    status?: "success" | "failure";
    token?: string | null;
    problems?: ComparedProblem[];
    missingPages?: number;
  } = {},
): Promise<void> {
  const database = await openTestDatabase("sqlite");
  const stored = await createTestProject(database, clock);
  const project = { ...stored, repositoryToken: token };
  await database.query.updateTable("projects").set({ repositoryToken: token }).execute();
  const update = newUpdate({ project, source: "internal", subdomain: "next--acme-docs", branch: "next" }, clock);
  await insertUpdate(database.query, update);
  await moveUpdate(database.query, update.id, "in_progress", "Running.", clock.now());
  const author = { name: "Ada", avatarUrl: null, githubUserId: null };
  const commit = { sha, ref: "next", message: "Change", filesChanged: null };
  await recordHistory(database.query, [{ id: update.id, commit, author }], 0);
  await recordProblems(database.query, [update.id], problems, missingPages);
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

const published = "https://next--acme-docs.sites.lectern.test";
const success = `lectern/preview of aaaaaaa is success: The preview is published. ${published}`;
const comment = `comment preview on 7: **Preview:** ${published}`;
const problem = { severity: "warning" as const, message: "links to /nowhere", file: "index.mdx" };
const problems = [true, false, false].map((isNew) => ({ ...problem, isNew }));

test.each<[string, Parameters<typeof recordingHost>[0], Parameters<typeof announce>[1], string[]]>([
  ["gets a status and a comment when its preview is published", {}, {}, [success, comment]],
  [
    "shows how many problems its preview has",
    {},
    { problems },
    [
      `lectern/preview of aaaaaaa is success: Published with 3 problems. ${published}`,
      `${comment}\n\n**3 problems:** 1 new warning, 2 existing. The log of the update has the details.`,
    ],
  ],
  [
    "shows how many pages its preview lacks",
    {},
    { problems, missingPages: 2 },
    [
      `lectern/preview of aaaaaaa is success: Published, 2 pages missing. ${published}`,
      `${comment}\n\n**3 problems:** 2 pages missing, 1 new warning, 2 existing. The log of the update has the details.`,
    ],
  ],
  [
    "gets only a status when its preview fails",
    {},
    { status: "failure" },
    ["lectern/preview of aaaaaaa is failure: A page is broken. https://docs.lectern.test/dashboard"],
  ],
  ["on the built-in host gets no comment, because its page links to the preview", { kind: "built-in" }, {}, [success]],
])("a pull request %s", async (_case, kind, options, expected) => {
  const { host, received } = recordingHost(kind);
  await announce(host, options);
  expect(received).toEqual(expected);
});

test("nothing is reported if the pull request doesn't exist or the project has no token", async () => {
  const { host, received } = recordingHost({ open: false });
  await announce(host);
  const another = recordingHost({});
  await announce(another.host, { token: null });
  expect([...received, ...another.received]).toEqual([]);
});

test("a report is retried if the host is busy, but not if the host refuses it", async () => {
  const limited = new CodeHostError("limited", "Too many requests.", { retryAfterSeconds: 90 });
  const busy = recordingHost({ error: limited });
  await expect(announce(busy.host)).rejects.toMatchObject({ name: "RetryLater", afterSeconds: 90 });
  const refusing = recordingHost({ error: new CodeHostError("no-access", "The token may not do this.") });
  await announce(refusing.host);
  expect(refusing.received).toEqual([]);
});

test("opening a pull request on another host publishes a preview of its branch once", async () => {
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
  const choose = withPreview({ database, queue, clock }, async () => recordingHost({}).host);
  const host = await choose(project, new AbortController().signal);
  const request = { head: "next", base: "main", title: "Change", body: "" };
  const link = await host.openPullRequest(request, new AbortController().signal);
  expect(await host.openPullRequest(request, new AbortController().signal)).toEqual(link);
  const updates = await listUpdates(database.query, project.id, { limit: 5 });
  expect(updates).toMatchObject([{ branch: "next", source: "internal", status: "queued" }]);
});
