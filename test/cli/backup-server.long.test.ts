import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import { serve } from "../../src/app/serve.ts";
import { openThread } from "../../src/assistant/store.ts";
import { createClient } from "../../src/contract/client.ts";
import { readConfig } from "../../src/platform/config.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { findSite } from "../../src/projects/sites/store.ts";
import type { Project } from "../../src/projects/store.ts";
import { readScreenshot, storeScreenshots } from "../../src/updates/screenshots/screenshot-objects.ts";
import { recordScreenshots } from "../../src/updates/store.ts";
import type { StoreKind } from "../support/artifact-store.ts";
import { never } from "../support/artifact-store.ts";
import { createEmptyStorage, type Dialect } from "../support/database.ts";
import { startS3Server } from "../support/s3-server.ts";
import { slow } from "../support/slow.ts";
import { Clone } from "../updates/clone.ts";
import { type Publisher, s3Variables, smallProject, startPublisher, startWorker } from "../updates/publisher.ts";
import { lecternJson, type Variables } from "./lectern.ts";

vi.setConfig(slow);

interface Setup {
  dialect: Dialect;
  store: StoreKind;
}
const embedded: Setup = { dialect: "sqlite", store: "folder" };
const distributed: Setup = { dialect: "postgres", store: "s3" };

/** Both servers have the key that stored tokens are encrypted with. */
const secretKeys = { LECTERN_SECRET_KEYS: "one key for the old server and the new one" };

// The test publishes a few times on each of two servers.
const severalUpdatesMilliseconds = 3 * slow.testTimeout;

const page = (text: string) => ({ "index.mdx": `---\ntitle: Welcome\n---\n\n${text}\n` });

/** A server with nothing on it that has never been started. */
async function createEmptyServer({ dialect, store }: Setup): Promise<Variables> {
  const storage = await createEmptyStorage(dialect);
  onTestFinished(() => storage.remove());
  const s3 = store === "s3" ? await startS3Server() : undefined;
  onTestFinished(() => s3?.close());
  const port = await freePort("127.0.0.1");
  return {
    PORT: String(port),
    LECTERN_URL: `http://127.0.0.1:${port}`,
    LECTERN_DATA: storage.dataFolder,
    LECTERN_LOG_LEVEL: "fatal",
    LECTERN_SHUTDOWN_SECONDS: "0",
    ...(storage.databaseUrl === undefined ? {} : { DATABASE_URL: storage.databaseUrl }),
    ...(s3 === undefined ? {} : s3Variables(s3)),
    ...secretKeys,
  };
}

async function startPublisherFor({ dialect, store }: Setup): Promise<Publisher> {
  const publisher = await startPublisher(dialect, store, secretKeys);
  onTestFinished(() => publisher.close());
  return publisher;
}

/** Pushes commits and asks questions until it is stopped. Returns the commits in the order they were accepted. */
function keepBusy({ app }: Publisher, project: Project, clone: Clone): { accepted: string[]; end(): Promise<void> } {
  const accepted: string[] = [];
  let isWanted = true;
  const busy = (async () => {
    for (let turn = 0; isWanted; turn += 1) {
      accepted.push(await clone.commitAndPush(page(`Change ${turn}.`)));
      const thread = { id: `thr_${turn}`, projectId: project.id, fp: "reader", name: `thread ${turn}` };
      await app.database.transaction((tx) => openThread(tx, thread, 0));
    }
  })();
  return {
    accepted,
    end() {
      isWanted = false;
      return busy;
    },
  };
}

/** Starts the restored server, with a worker. */
async function startServer(variables: Variables): Promise<App> {
  const app = await openApp(readConfig(variables), "worker");
  const server = await serve(app);
  const worker = startWorker(app);
  onTestFinished(async () => {
    await worker.stop();
    await server.stop();
    await app.close();
  });
  return app;
}

describe.each([
  [embedded, distributed],
  [distributed, embedded],
  [embedded, embedded],
  [distributed, distributed],
])("backup from %o to %o", (from, to) => {
  test(
    "a backup of a busy server restores everything that was acknowledged before it began",
    async () => {
      const source = await startPublisherFor(from);
      const { project, first, clone } = await source.publish("acme", smallProject);
      const images = { light: Buffer.from("light"), dark: Buffer.from("dark") };
      await storeScreenshots(source.app.objects, project.id, first._id, images, never);
      await source.app.database.transaction((tx) => recordScreenshots(tx, first._id, "light.png", "dark.png", 0));
      const work = await clone();
      await work.push("HEAD:refs/heads/kept");
      const busy = keepBusy(source, project, work);
      await vi.waitUntil(() => busy.accepted.length > 1, { timeout: slow.testTimeout });
      const before = busy.accepted.at(-1) ?? "";
      onTestFinished(() => busy.end());
      const file = join(source.storage.dataFolder, "whole.tar");
      const saved = await lecternJson<{ objects: number; missing: number }>(source.variables, "backup", file);
      await busy.end();
      expect(saved).toMatchObject({ missing: 0 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(source.storage.dataFolder).filter((name) => name.startsWith("whole"))).toEqual(["whole.tar"]);

      const target = await createEmptyServer(to);
      expect(await lecternJson(target, "restore", file)).toMatchObject({ objects: saved.objects, notes: [] });
      const app = await startServer(target);
      const client = createClient({ url: app.config.url, key: source.adminKey });
      const restored = await Clone.of(`${app.config.url}/git/acme.git`, source.adminKey);
      await restored.git("merge-base", "--is-ancestor", before, "origin/main");
      await restored.git("rev-parse", "--verify", "origin/kept");
      await restored.git("fsck", "--strict");
      expect((await readScreenshot(app.objects, project.id, first._id, "dark", never))?.toString()).toBe("dark");

      // Waiting and interrupted updates continue on the restored server, until the site matches its branch.
      const tip = await restored.git("rev-parse", "origin/main");
      await vi.waitFor(async () => expect((await findSite(app.database.query, "acme"))?.commitSha).toBe(tip), {
        timeout: slow.testTimeout,
        interval: 100,
      });
      const { updates } = await client.listUpdates({ projectId: project.id, limit: 100 });
      expect(updates.filter(({ status }) => status === "failure")).toEqual([]);
      const sha = await restored.commitAndPush(page("After the restore."));
      await vi.waitFor(async () => expect((await findSite(app.database.query, "acme"))?.commitSha).toBe(sha), {
        timeout: slow.testTimeout,
        interval: 100,
      });
    },
    severalUpdatesMilliseconds,
  );
});
