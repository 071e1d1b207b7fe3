import { movePages } from "../../../docs-edits/move-pages.ts";
import type { Rule } from "../rule.ts";
import { isPath, readTwoValues } from "../two-values.ts";

const verbs: ReadonlySet<string> = new Set(["move", "relocate", "rename"]);

export const movePage: Rule = {
  name: "move-page",
  example: "move guides/start to guides/first-steps",
  does: "moves a page or folder, updates links and navigation, and adds a redirect",
  title: "Move a page",
  read(clause) {
    const found = readTwoValues(clause, verbs);
    // `rename X to Y` is about a term unless it names a page.
    const isPage = found?.verb !== "rename" || found.kind !== undefined || isPath(found.from);
    return found !== undefined && isPage ? [found.from.text, found.to.text] : undefined;
  },
  async run(docs, { values }) {
    const [from = "", to = ""] = values;
    await movePages(docs, { from, to });
  },
};
