import { pageUrl } from "../../../site/source/page-url.ts";
import { readKnownSite } from "../known-site.ts";
import { findMoveEdits, readMovedUrls } from "../move-links.ts";
import { planMove } from "../move-plan.ts";
import { collectMoveSettings } from "../move-settings.ts";
import { editPages } from "../page-edits.ts";
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
  async run(draft, { values, signal }) {
    const [from = "", to = ""] = values;
    const site = await readKnownSite(draft);
    if (site === undefined) return;
    const plan = planMove(site, from, to);
    if ("why" in plan) {
      draft.decline({ path: from, line: undefined, what: `moving ${from} to ${to}`, why: plan.why });
      return;
    }
    const { moves } = plan;
    const moved = readMovedUrls(moves);
    await editPages(draft, "move-page", { covers: () => true, signal }, (page) =>
      findMoveEdits(page, moves, moved, site.snippets.has(page.path)),
    );
    await collectMoveSettings(site, moves, moved).apply(draft, "move-page");
    for (const [path, target] of moves) {
      await draft.move(path, target, "move-page", `the page was moved to ${pageUrl(target)}`);
    }
  },
};
