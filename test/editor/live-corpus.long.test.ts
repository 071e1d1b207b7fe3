import { readdirSync, readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { findDraftFile } from "../../src/editor/store.ts";
import type { PageSession } from "../../web/dashboard/editor/editor-context.ts";
import { join } from "../dashboard/people.ts";
import { onBothDatabases } from "../support/database.ts";
import { startInstallation } from "../support/server.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";
import {
  allSaved,
  connect,
  createDraft,
  createLiveProject,
  eventually,
  openPage,
  sessionOf,
  textIn,
} from "./live-support.ts";

vi.setConfig(slow);

const pagesTried = 90;
const pagesAtOnce = 15;
const editsPerPerson = 12;

/** The position, the number of deleted characters, and the inserted text. */
const edit = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(30),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

withSharedFolder("corpora", "live editing of real pages", (corpora) => {
  onBothDatabases((dialect) => {
    test("two people who edit real pages on two nodes end up with the same text", async () => {
      const pages = samplePages(corpora);
      expect(Object.keys(pages)).toHaveLength(pagesTried);
      const lectern = await startInstallation(dialect);
      onTestFinished(() => lectern.stop());
      const other = await lectern.startNode();
      const { organizationId } = lectern.tenant;
      const ada = await join(lectern, organizationId, "editor", "ada@acme.test");
      const ben = await join(lectern, organizationId, "editor", "ben@acme.test");
      const hosted = await createLiveProject(lectern, { "docs.json": "{}", ...pages });
      const draft = await createDraft({ database: lectern.node.database, clock: lectern.clock }, hosted);
      const near = connect({ url: lectern.node.url, cookie: ada.cookie }, hosted.project, draft);
      const far = connect({ url: other.url, cookie: ben.cookie }, hosted.project, draft);
      const edits = fc.sample(fc.array(edit, { minLength: editsPerPerson, maxLength: editsPerPerson }), pagesTried * 2);
      const paths = Object.keys(pages);
      for (let first = 0; first < paths.length; first += pagesAtOnce) {
        await Promise.all(
          paths.slice(first, first + pagesAtOnce).map(async (path, index) => {
            const [a, b] = await Promise.all([openPage(near, path), openPage(far, path)]);
            expect([textIn(a), textIn(b)]).toEqual([pages[path], pages[path]]);
            for (let count = 0; count < editsPerPerson; count += 1) {
              apply(sessionOf(a), edits[(first + index) * 2]?.[count]);
              apply(sessionOf(b), edits[(first + index) * 2 + 1]?.[count]);
              // Both continue typing while the first edits are being sent.
              if (count % 4 === 3) await allSaved(a);
            }
            await allSaved(a, b);
            await eventually(() => expect(textIn(a)).toBe(textIn(b)));
            const file = await findDraftFile(lectern.node.database.query, draft.id, path);
            expect(file?.content).toBe(textIn(a));
            near.release(path);
            far.release(path);
          }),
        );
      }
    });
  });
});

function samplePages(corpora: string): Record<string, string> {
  const all = ["mem0", "fastmcp"].flatMap((name) =>
    readdirSync(joinPath(corpora, name), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".mdx"))
      .sort()
      .map((path) => joinPath(name, path)),
  );
  const step = all.length / pagesTried;
  const chosen = Array.from({ length: pagesTried }, (_page, index) => all[Math.floor(index * step)] ?? "");
  return Object.fromEntries(chosen.map((path) => [path, readFileSync(joinPath(corpora, path), "utf8")]));
}

function apply({ text }: PageSession, change: [number, number, string] | undefined): void {
  if (change === undefined) return;
  const [where, deleted, inserted] = change;
  const start = Math.floor(where * text.length);
  text.doc?.transact(() => {
    text.delete(start, Math.min(deleted, text.length - start));
    text.insert(start, inserted.replaceAll("\0", ""));
  });
}
