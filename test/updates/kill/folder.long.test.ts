import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { until } from "../../faults/queue-test-support.ts";
import { never } from "../../support/artifact-store.ts";
import { slow } from "../../support/slow.ts";
import { ownImage } from "../publisher.ts";
import { Killable } from "./killable.ts";

vi.setConfig(slow);

const pageCount = 60;

/** Enough different pages that storing them takes a while. */
function manyPages(words: string): Record<string, string> {
  const names = Array.from({ length: pageCount }, (_, index) => `page-${index}`);
  const pages = names.map((name) => [`${name}.mdx`, `# ${name}\n\n${words} on ${name}.\n`]);
  const settings = {
    theme: "mint",
    name: "Many",
    colors: { primary: "#3355aa" },
    navigation: { pages: names },
    seo: ownImage,
  };
  return { "docs.json": JSON.stringify(settings), ...Object.fromEntries(pages) };
}

let killable: Killable;

beforeAll(async () => {
  killable = await Killable.open("sqlite", "folder");
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") {
    await killable.startAfresh();
  }
});
afterAll(() => killable.close());

async function countStored(projectId: string): Promise<number> {
  let stored = 0;
  for await (const _object of killable.lectern.app.objects.list(`${projectId}/blobs/`, never)) {
    stored += 1;
  }
  return stored;
}

async function pageText(domain: string, name: string): Promise<string> {
  return /<p>(\w+) on /.exec((await killable.lectern.read(domain, `/${name}`)).text)?.[1] ?? "";
}

test("killing a worker that has stored half of its files leaves the old site intact, and another finishes the update", async () => {
  const hosted = await killable.takePublished(manyPages("First"));
  const { project, domain } = hosted;
  const before = await pageText(domain, "page-30");
  const stored = await countStored(project.id);

  const words = "Second";
  const id = await killable.push(hosted, manyPages(words));
  await until(async () => (await countStored(project.id)) >= stored + pageCount);
  await killable.killWorker();
  const seen = await Promise.all(["page-0", "page-30", "page-59"].map((name) => pageText(domain, name)));
  // If the kill comes right after the pointer has moved, the whole new site must be served.
  expect([[before], [words]]).toContainEqual([...new Set(seen)]);

  await killable.expectTakenOver(project, id);
  expect(await pageText(domain, "page-30")).toBe(words);
});
