import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { type Files, plainGit } from "../../src/git/git-test-support.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { createHostedProject } from "../../src/projects/create-hosted-project.ts";
import type { Project } from "../../src/projects/store.ts";

export interface HostedProject {
  project: Project;
  gitDir: string;
  /** Commits to a branch, which is created from `main` if needed; `undefined` removes a file. Returns the commit. */
  commit(branch: string, files: Readonly<Record<string, string | undefined>>, message?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
}

export interface HostedProjectRequest {
  database: Pick<Database, "query" | "transaction">;
  clock: Clock;
  repositoriesFolder: string;
  url: string;
  domain: string;
  files: Files;
  /** A new one unless given. */
  organizationId?: string;
}

/** A project on the built-in git host, with a way to commit that bypasses every route. */
export async function createTestHostedProject(request: HostedProjectRequest): Promise<HostedProject> {
  const { database, clock, repositoriesFolder, url, domain, files } = request;
  const folder = mkdtempSync(join(tmpdir(), "lectern-hosted-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const organizationId = request.organizationId ?? (await createOrganization({ clock }, database.query, domain)).id;
    const project = await database.transaction((tx) =>
      createHostedProject({ clock, repositoriesFolder, url }, tx, { organizationId, name: domain, domain, folder }),
    );
    return hostedProject(project, join(repositoriesFolder, `${domain}.git`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hostedProject(project: Project, gitDir: string): HostedProject {
  const index = join(gitDir, "test-index");
  const run = async (args: readonly string[], input = "") =>
    (await plainGit([`--git-dir=${gitDir}`, ...args], { env: { GIT_INDEX_FILE: index }, input })).trim();
  return {
    project,
    gitDir,
    git: (...args) => run(args),
    async commit(branch, files, message = "Change") {
      const ref = `refs/heads/${branch}`;
      const parent = await run(["rev-parse", "--verify", "--quiet", ref]).catch(() =>
        run(["rev-parse", "refs/heads/main"]),
      );
      await run(["read-tree", parent]);
      for (const [path, content] of Object.entries(files)) {
        if (content === undefined) {
          await run(["update-index", "--index-info"], `0 ${"0".repeat(40)}\t${path}\n`);
        } else {
          const blob = await run(["hash-object", "-w", "--stdin"], content);
          await run(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
        }
      }
      const commit = await run(["commit-tree", "-p", parent, "-m", message, await run(["write-tree"])]);
      await run(["update-ref", ref, commit]);
      return commit;
    },
  };
}
