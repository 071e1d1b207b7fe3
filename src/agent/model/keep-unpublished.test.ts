import { expect, test } from "vitest";
import { keepUnpublished } from "./keep-unpublished.ts";

const write = (path: string, content = "text") => ({ path, content });
const nothingChanged = async () => new Set<string>();

test("without failed turns no files are kept and the model gets no note", async () => {
  expect(await keepUnpublished([], nothingChanged)).toEqual({ changes: [], note: undefined });
});

test("the files of a failed turn are kept in the order they were written", async () => {
  const changes = [write("a.mdx", "1"), write("b.mdx"), write("a.mdx", "2"), { path: "c.mdx", content: undefined }];
  const kept = await keepUnpublished([{ baseSha: "1", changes }], nothingChanged);
  expect(kept.changes.filter(({ path }) => path === "a.mdx")).toEqual([write("a.mdx", "1"), write("a.mdx", "2")]);
  expect(kept.changes).toHaveLength(4);
  expect(kept.note).toContain("as you left them: a.mdx, b.mdx, c.mdx.");
});

test("a file that others changed meanwhile keeps their version, and the note to the model says so", async () => {
  const changes = [write("a.mdx"), write("b.mdx")];
  const kept = await keepUnpublished([{ baseSha: "1", changes }], async () => new Set(["b.mdx"]));
  expect(kept.changes).toEqual([write("a.mdx")]);
  expect(kept.note).toContain("without your changes: b.mdx.");
});

test("a file is kept if a later turn wrote it again, starting from the version of the others", async () => {
  const work = [
    { baseSha: "old", changes: [write("a.mdx", "1")] },
    { baseSha: "new", changes: [write("a.mdx", "2")] },
  ];
  const kept = await keepUnpublished(work, async (sha) => new Set(sha === "old" ? ["a.mdx"] : []));
  expect(kept.changes).toEqual([write("a.mdx", "2")]);
  expect(kept.note).not.toContain("without your changes");
});

test("a failed turn's files are not kept if its base commit no longer exists", async () => {
  const kept = await keepUnpublished([{ baseSha: "gone", changes: [write("a.mdx")] }], async () => undefined);
  expect(kept.changes).toEqual([]);
  expect(kept.note).toContain("a.mdx");
});
