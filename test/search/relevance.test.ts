import { beforeAll, expect, test, vi } from "vitest";
import { meanRelevance, relevanceOf } from "../../bench/support/relevance.ts";
import { type RetrievalSet, readRetrievalSet } from "../../bench/support/retrieval-set.ts";
import { lectern, type OpenEngine } from "../../bench/support/search-engines.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

withSharedFolder("retrieval", "relevance on real questions about two real projects", (folder) => {
  let retrieval: RetrievalSet;
  const engines = new Map<string, OpenEngine>();

  beforeAll(async () => {
    retrieval = readRetrievalSet(folder);
    for (const [project, pages] of retrieval.projects) engines.set(project, await lectern.open(pages));
  });

  test.each([
    ["issues", 29, 0.84],
    ["commits", 80, 0.8],
  ])("questions from %s find the pages that answer them", async (set, count, least) => {
    const rows = retrieval.questions.filter((row) => row.set === set);
    const all = await Promise.all(
      rows.map(async ({ project, question, gold }) =>
        relevanceOf((await engines.get(project)?.find(question)) ?? [], gold),
      ),
    );
    expect(all).toHaveLength(count);
    expect(meanRelevance(all).gain).toBeGreaterThanOrEqual(least);
  });
});

test("the relevance of results depends on the ranks of the right pages and on missing pages", () => {
  expect(relevanceOf(["/a", "/b"], ["/a"])).toEqual({ gain: 1, recall: 1, firstHit: 1 });
  expect(relevanceOf(["/b", "/a"], ["/a"]).gain).toBeCloseTo(0.631, 3);
  expect(relevanceOf(["/b"], ["/a"])).toEqual({ gain: 0, recall: 0, firstHit: 0 });
  expect(relevanceOf(["/a", "/x", "/b"], ["/a", "/b"])).toMatchObject({ recall: 1, firstHit: 1 });
});
