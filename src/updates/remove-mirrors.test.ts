import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../test/support/database.ts";
import { createOrganization } from "../accounts/create-organization.ts";
import { temporaryFolder } from "../git/git-test-support.ts";
import { mirrorOf, withMirror } from "../git/mirror.ts";
import { defaultRepositoryLimits } from "../git/repository.ts";
import { createProject } from "../projects/create-project.ts";
import { deleteProject, updateProject } from "../projects/store.ts";
import { removeMirrorOf, sweepMirrors } from "./remove-mirrors.ts";

const clock = { now: () => 0 };
const repository = "https://git.lectern.test/acme";
const { signal } = new AbortController();

onDatabaseOfRun((dialect) => {
  async function setUp() {
    const database = await openTestDatabase(dialect);
    const deps = { database, mirrorsFolder: join(temporaryFolder(), "mirrors") };
    const { id: organizationId } = await createOrganization({ clock }, database.query, "Acme");
    const create = (domain: string, address = repository) =>
      createProject({ clock }, database.query, { organizationId, name: domain, domain, repository: address });
    const mirror = (address = repository) => mirrorOf(join(deps.mirrorsFolder, organizationId), address);
    const addMirror = (address = repository) => {
      const { gitDir } = mirror(address);
      mkdirSync(join(gitDir, "objects"), { recursive: true });
      return gitDir;
    };
    /** Sweeps as if two hours had passed since the mirrors were created. */
    const sweep = () => sweepMirrors(deps, Date.now() + 7_200_000, signal);
    return { database, deps, organizationId, create, mirror, addMirror, sweep };
  }

  test("a removed project's mirror is deleted unless another project has the same repository", async () => {
    const { database, deps, organizationId, create, addMirror } = await setUp();
    const [one, other] = [await create("one"), await create("other")];
    const gitDir = addMirror();
    await deleteProject(database.query, one.id);
    await removeMirrorOf(deps, { organizationId, repository }, signal);
    expect(existsSync(gitDir)).toBe(true);
    await deleteProject(database.query, other.id);
    await removeMirrorOf(deps, { organizationId, repository }, signal);
    expect(existsSync(gitDir)).toBe(false);
  });

  test("a sweep deletes mirrors that no project refers to, and leftovers of earlier removals", async () => {
    const { database, deps, organizationId, create, addMirror, sweep } = await setUp();
    const project = await create("one");
    const [used, unused] = [addMirror(), addMirror("https://git.lectern.test/gone")];
    writeFileSync(join(deps.mirrorsFolder, ".DS_Store"), "");
    mkdirSync(`${mirrorOf(join(deps.mirrorsFolder, "org_gone"), repository).gitDir}.removed-1`, { recursive: true });
    await sweep();
    expect([existsSync(used), existsSync(unused)]).toEqual([true, false]);
    expect(readdirSync(join(deps.mirrorsFolder, "org_gone")).filter((name) => !name.endsWith(".lock"))).toEqual([]);
    await updateProject(database.query, project.id, { repository: "https://git.lectern.test/moved" });
    await sweep();
    expect(existsSync(used)).toBe(false);
    expect(readdirSync(join(deps.mirrorsFolder, organizationId)).every((name) => name.endsWith(".lock"))).toBe(true);
  });

  test("a sweep keeps mirrors that were fetched within the last hour or are being fetched", async () => {
    const { deps, mirror, addMirror, sweep } = await setUp();
    const gitDir = addMirror();
    await sweepMirrors(deps, Date.now(), signal);
    expect(existsSync(gitDir)).toBe(true);
    utimesSync(gitDir, 0, 0);
    await withMirror(mirror(), { limits: defaultRepositoryLimits, signal }, sweep);
    expect(existsSync(gitDir)).toBe(true);
    await sweep();
    expect(existsSync(gitDir)).toBe(false);
  });
});
