import { findLinks } from "../../../docs-edits/find-links.ts";
import { listDocsFiles, openPages } from "../../../docs-edits/page-edits.ts";
import { createLineCounter } from "../../../docs-edits/text-edit.ts";
import type { RunTask } from "../task.ts";

const linksMax = 20_000;

/** Collects the links to other websites. The worker checks them, because this process has no network. */
export const reportDeadLinks: RunTask = async (docs, { covers }) => {
  for await (const page of openPages(docs, await listDocsFiles(docs, covers))) {
    const lineAt = createLineCounter(page.source);
    for (const { url, start } of findLinks(page)) {
      if (!/^(?:https?:)?\/\//i.test(url) || docs.external.length >= linksMax) continue;
      docs.external.push({ url, path: page.path, line: lineAt(start) });
    }
  }
};
