import { afterAll, beforeAll, expect, test } from "vitest";
import { RunningLectern, startLectern } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import { never } from "../../support/artifact-store.ts";
import { onBothDatabases } from "../../support/database.ts";
import { type Installation, openInstallation } from "../publisher.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";

const testSeconds = 120;
const pageCount = 60;

/** Enough pages that storing them takes a while, each with words of its own. */
function manyPages(words: string): Record<string, string> {
  const names = Array.from({ length: pageCount }, (_, index) => `page-${index}`);
  const pages = names.map((name) => [`${name}.mdx`, `# ${name}\n\n${words} on ${name}.\n`]);
  const settings = { theme: "mint", name: "Many", colors: { primary: "#3355aa" }, navigation: { pages: names } };
  return { "docs.json": JSON.stringify(settings), ...Object.fromEntries(pages) };
}

onBothDatabases((dialect) => {
  let lectern: Installation;
  let variables: Record<string, string>;
  let server: RunningLectern;

  beforeAll(async () => {
    lectern = await openInstallation(dialect, "folder");
    variables = { ...lectern.variables, LECTERN_LEASE_SECONDS: "2", TMPDIR: "/dev/null/nowhere" };
    server = new RunningLectern(variables, ["serve"]);
    await server.waitFor(() => server.stdout.includes("answers at"));
  });
  afterAll(async () => {
    await server.kill();
    await lectern.close();
  });

  async function countStored(projectId: string, kind: "blobs" | "manifests"): Promise<number> {
    let stored = 0;
    for await (const _object of lectern.app.objects.list(`${projectId}/${kind}/`, never)) {
      stored += 1;
    }
    return stored;
  }

  async function pageText(domain: string, name: string): Promise<string> {
    return /<p>(\w+) on /.exec((await lectern.read(domain, `/${name}`)).text)?.[1] ?? "";
  }

  test.each([
    ["its first files", "blobs", 1],
    ["half of its files", "blobs", pageCount],
    ["its list of files", "manifests", 1],
  ] as const)(
    "a worker that is killed after it has stored %s leaves the old site whole, and the next one ends the update",
    async (_what, kind, more) => {
      const domain = `folder-${kind}-${more}`;
      const { project, firstUpdate, clone } = await lectern.createProject(domain, manyPages("First"));
      const first = await startLectern(variables, "worker");
      expect((await lectern.ended(firstUpdate)).status).toBe("success");
      const stored = await countStored(project.id, kind);

      const work = await clone();
      await work.commitAndPush(manyPages("Second"), "Second");
      const id = await lectern.newest(project);
      await until(async () => (await countStored(project.id, kind)) >= stored + more);
      await first.kill();
      const seen = await Promise.all(["page-0", "page-30", "page-59"].map((name) => pageText(domain, name)));
      // The kill may come just after the pointer has moved; then it is the new site, and all of it.
      expect([["First"], ["Second"]]).toContainEqual([...new Set(seen)]);

      const second = await startLectern(variables, "worker");
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await pageText(domain, "page-30")).toBe("Second");
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      expect(leftTrees(lectern, project)).toEqual([]);
      await expectWholeArtifacts(lectern, project);
      await second.stop();
    },
    testSeconds * 1_000,
  );
});
