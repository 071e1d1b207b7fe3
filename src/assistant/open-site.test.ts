import { expect, test } from "vitest";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import { buildIndex } from "../search/build-index.ts";
import { openIndexes } from "./open-site.ts";

/** Artifacts that hold these bytes as their index, and count how often it is read. */
function artifactsWith(bytes: Buffer | undefined): { artifacts: ArtifactCache; reads: () => number } {
  let count = 0;
  const artifacts = {
    findFile: async () => {
      count += 1;
      return bytes && { open: async () => bytes };
    },
  } as unknown as ArtifactCache;
  return { artifacts, reads: () => count };
}

const published = (artifact: string) => ({ projectId: "prj_1", subdomain: "acme", artifact });

test("an index is opened once for all who ask at the same time, and kept", async () => {
  const { artifacts, reads } = artifactsWith(await buildIndex([]));
  const find = openIndexes(artifacts);
  const [one, other] = await Promise.all([find(published("a")), find(published("a"))]);
  expect(one).toBe(other);
  expect(await find(published("a"))).toBe(one);
  expect(reads()).toBe(1);
  expect(await find(published("b"))).not.toBe(one);
});

test("what does not fit into the memory that it may take is opened again", async () => {
  const { artifacts, reads } = artifactsWith(await buildIndex([]));
  const find = openIndexes(artifacts, { bytesMax: 1 });
  await find(published("a"));
  await find(published("a"));
  expect(reads()).toBe(2);
});

test("a site without an index has none, and a damaged one says what to do", async () => {
  expect(await openIndexes(artifactsWith(undefined).artifacts)(published("a"))).toBeUndefined();
  const damaged = openIndexes(artifactsWith(Buffer.from("no index")).artifacts)(published("a"));
  await expect(damaged).rejects.toThrow("update the project to index them again");
});
