import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { meanRelevance, relevanceOf } from "../../bench/support/relevance.ts";
import { type RetrievalSet, readRetrievalSet } from "../../bench/support/retrieval-set.ts";
import { findPaths } from "../../bench/support/search-engines.ts";
import { indexOf } from "../../src/search/search-test-support.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";
import { openStaticSearch } from "./static-search.ts";

vi.setConfig(slow);
afterEach(() => vi.unstubAllGlobals());

withSharedFolder("retrieval", "relevance on real questions about two real projects", (folder) => {
  let retrieval: RetrievalSet;
  const indexes = new Map<string, Awaited<ReturnType<typeof indexOf>>>();

  beforeAll(async () => {
    retrieval = readRetrievalSet(folder);
    for (const [project, pages] of retrieval.projects) indexes.set(project, await indexOf(...pages));
  });

  function indexOfProject(project: string) {
    const index = indexes.get(project);
    if (index === undefined) throw new Error(`A question is about ${project}, which has no pages.`);
    return index;
  }

  test.each([
    ["issues", 29, 0.84],
    ["commits", 80, 0.8],
  ])("questions from %s find the pages that answer them", async (set, count, least) => {
    const rows = retrieval.questions.filter((row) => row.set === set);
    const all = rows.map(({ project, question, gold }) =>
      relevanceOf(findPaths(indexOfProject(project), question), gold),
    );
    expect(all).toHaveLength(count);
    expect(meanRelevance(all).gain).toBeGreaterThanOrEqual(least);
  });

  test("the browser's search ranks the right pages nearly as high as the server's search", async () => {
    const all = [];
    for (const [project, pages] of retrieval.projects) {
      const { paths } = await openStaticSearch(pages);
      for (const { question, gold } of retrieval.questions.filter((row) => row.project === project)) {
        all.push(relevanceOf(await paths(question), gold));
      }
    }
    expect(meanRelevance(all).gain).toBeGreaterThan(0.78);
  });
});
