import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../test/support/database.ts";
import { createOrganization } from "../accounts/create-organization.ts";
import { temporaryFolder } from "../git/git-test-support.ts";
import { createProject } from "../projects/create-project.ts";
import { deleteProject } from "../projects/store.ts";
import { removeVectorsOf, sweepVectors } from "./site-vectors.ts";

const clock = { now: () => 0 };
const { signal } = new AbortController();

onDatabaseOfRun((dialect) => {
  async function setUp() {
    const database = await openTestDatabase(dialect);
    const folder = join(temporaryFolder(), "vectors");
    const { id: organizationId } = await createOrganization({ clock }, database.query, "Acme");
    const create = async (domain: string) => {
      const request = { organizationId, name: domain, domain, repository: "https://git.lectern.test/acme" };
      return (await createProject({ clock }, database.query, request)).id;
    };
    const addVectors = (projectId: string, ...suffixes: string[]) => {
      mkdirSync(folder, { recursive: true });
      for (const suffix of suffixes) writeFileSync(join(folder, `${projectId}-${suffix}`), "");
    };
    return { database, folder, create, addVectors };
  }

  test("removing a project's vectors keeps those of other projects", async () => {
    const { folder, create, addVectors } = await setUp();
    const [one, other] = [await create("one"), await create("other")];
    await removeVectorsOf(folder, one);
    addVectors(one, "0123456789abcdef.vectors", "fedcba9876543210.vectors", "0123456789abcdef.vectors.1.tmp");
    addVectors(other, "0123456789abcdef.vectors");
    await removeVectorsOf(folder, one);
    expect(readdirSync(folder)).toEqual([`${other}-0123456789abcdef.vectors`]);
  });

  test("a sweep deletes the vectors of removed projects and nothing else", async () => {
    const { database, folder, create, addVectors } = await setUp();
    await sweepVectors(database, folder, signal);
    const [one, other] = [await create("one"), await create("other")];
    addVectors(one, "0123456789abcdef.vectors");
    addVectors(other, "0123456789abcdef.vectors");
    writeFileSync(join(folder, "notes.txt"), "");
    await deleteProject(database.query, one);
    await sweepVectors(database, folder, signal);
    expect(readdirSync(folder).toSorted()).toEqual(["notes.txt", `${other}-0123456789abcdef.vectors`]);
  });
});
