import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "../../src/platform/artifacts/folder.ts";
import { createLog } from "../../src/platform/log.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import { openPullRequest } from "../../src/pull-requests/open-pull-request.ts";
import type { PullRequest } from "../../src/pull-requests/pull-request.ts";
import { updateJobKind } from "../../src/updates/trigger-update.ts";
import { createStorage, type Dialect, openStorage } from "./database.ts";
import { createTestHostedProject, type HostedProject } from "./hosted-project.ts";

const clock = { now: () => Date.UTC(2026, 2, 2) };

/** The page that every project of the test host starts with. */
export const startPage = "# Start\n\nOne.\n\nTwo.\n\nThree.\n";

/** A database, a queue and a folder of repositories for the built-in git host. */
export async function startPullRequestHost(dialect: Dialect) {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  const log = createLog("fatal", "api");
  const { databaseUrl } = storage;
  const queue = await openQueue({ database, clock, kinds: [updateJobKind], databaseUrl, role: "api", log });
  const repositoriesFolder = mkdtempSync(join(tmpdir(), "lectern-pulls-"));
  const objects = await createFolderStore(join(repositoriesFolder, "artifacts"));
  const deps = { database, queue, objects, clock, repositoriesFolder, url: "https://docs.lectern.test" };
  let count = 0;
  return {
    deps,
    project(): Promise<HostedProject> {
      count += 1;
      return createTestHostedProject({ ...deps, domain: `docs-${count}`, files: { "start.mdx": startPage } });
    },
    open: ({ project }: HostedProject, head = "next", title = "Say it better"): Promise<PullRequest> =>
      openPullRequest(deps, project, { head, base: "main", title, body: "Why.", author: "Ada" }),
    async stop() {
      await queue.close();
      await database.close();
      await storage.remove();
      rmSync(repositoriesFolder, { recursive: true, force: true });
    },
  };
}
