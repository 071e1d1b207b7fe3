import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createOrganization } from "../../src/accounts/create-organization.ts";
import { type Files, plainGit, someone } from "../../src/git/git-test-support.ts";
import { createHostedProject, type HostedProjectDeps } from "../../src/projects/create-hosted-project.ts";
import { changeRepository } from "../../src/projects/repositories/change-repository.ts";
import type { RepositoryDeps } from "../../src/projects/repositories/repository-deps.ts";
import type { Project } from "../../src/projects/store.ts";

type Git = (...args: string[]) => Promise<string>;

export interface HostedProject {
  project: Project;
  /** Commits to a branch, creating it from `main` if needed; `undefined` removes a file. Returns the commit. */
  commit(branch: string, files: Readonly<Record<string, string | undefined>>, message?: string): Promise<string>;
  /** Runs git in the repository and keeps its changes. */
  git: Git;
  /** Runs several commands as one change. */
  change<Result>(work: (git: Git) => Promise<Result>): Promise<Result>;
}

export interface HostedProjectRequest extends HostedProjectDeps {
  domain: string;
  files: Files;
  /** Defaults to a new organization. */
  organizationId?: string;
}

/** A project on the built-in git host, with commits that bypass all routes. */
export async function createTestHostedProject(request: HostedProjectRequest): Promise<HostedProject> {
  const { database, domain, files } = request;
  const folder = mkdtempSync(join(tmpdir(), "lectern-hosted-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const organizationId = request.organizationId ?? (await createOrganization(request, database.query, domain)).id;
    return hostedProject(request, await createHostedProject(request, { organizationId, name: domain, domain, folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function hostedProject(deps: RepositoryDeps, project: Project): HostedProject {
  const change = <Result>(work: (git: GitWithInput) => Promise<Result>): Promise<Result> =>
    changeRepository(deps, project, {
      work: ({ gitDir }) =>
        work(async (args, input = "") => {
          const env = { GIT_INDEX_FILE: join(gitDir, "test-index") };
          return (await plainGit([`--git-dir=${gitDir}`, ...args], { env, input })).trim();
        }),
    });
  return {
    project,
    git: (...args) => change((run) => run(args)),
    change: (work) => change((run) => work((...args) => run(args))),
    commit: (branch, files, message = "Change") => change((run) => commit(run, branch, files, message)),
  };
}

type GitWithInput = (args: readonly string[], input?: string) => Promise<string>;

async function commit(
  run: GitWithInput,
  branch: string,
  files: Readonly<Record<string, string | undefined>>,
  message: string,
): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const parent = await run(["rev-parse", "--verify", "--quiet", ref]).catch(() =>
    run(["rev-parse", "refs/heads/main"]),
  );
  const changes = Object.entries(files).map(([path, content]) =>
    content === undefined ? `D ${path}\n` : `M 100644 inline ${path}\n${dataOf(content)}`,
  );
  const { name, email } = someone;
  const head = `commit ${ref}\nmark :1\ncommitter ${name} <${email}> now\n${dataOf(`${message}\n`)}from ${parent}\n`;
  // One process for the whole commit: with several, starting them would take most of the time of many tests.
  return run(["fast-import", "--quiet", "--date-format=now"], `${head}${changes.join("")}\nget-mark :1\n`);
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
