import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlannedPage } from "../outputs/site-plan.ts";
import type { BuildCounts } from "./site-build.ts";

/** What the build before this one was made from. It only serves to say why a page was rendered, never what to reuse. */
interface BuildHistory {
  version: string;
  pages: Record<string, { source: string; snippets: string; language: string }>;
}

const fileName = "last-build.json";

export type RenderReason = (page: PlannedPage) => string;

export function readRenderReasons(cacheFolder: string, version: string): RenderReason {
  const history = readHistory(cacheFolder);
  return ({ source, sourceHash, snippetsHash, language, hasOtherParts }) => {
    const before =
      history !== undefined && Object.hasOwn(history.pages, source.file) ? history.pages[source.file] : undefined;
    if (before === undefined) return "new";
    if (history?.version !== version) return "made by another version of Lectern";
    if (before.source !== sourceHash) return "changed";
    if (before.snippets !== snippetsHash) return "using a changed snippet";
    if (before.language !== language) return "in another language";
    if (hasOtherParts === true) return "showing a changed picture or grammar";
    return "not in the cache any more";
  };
}

export function writeHistory(cacheFolder: string, version: string, pages: PlannedPage[]): void {
  const history: BuildHistory = {
    version,
    pages: Object.fromEntries(
      pages.map(({ source, sourceHash, snippetsHash, language }) => [
        source.file,
        { source: sourceHash, snippets: snippetsHash, language },
      ]),
    ),
  };
  const temporary = join(cacheFolder, `${fileName}.${randomUUID()}.tmp`);
  writeFileSync(temporary, JSON.stringify(history));
  renameSync(temporary, join(cacheFolder, fileName));
}

/** `3 pages rendered (2 changed, 1 using a changed snippet), 10 laid out again, 987 reused`. */
export function describeCounts({ rendered, laidOut, reused, failed }: BuildCounts): string {
  const total = Object.values(rendered).reduce((sum, count) => sum + count, 0);
  const reasons = Object.entries(rendered).map(([reason, count]) => `${count} ${reason}`);
  const parts = [
    `${total} ${total === 1 ? "page" : "pages"} rendered${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`,
  ];
  if (laidOut > 0) parts.push(`${laidOut} laid out again (navigation or settings changed)`);
  parts.push(`${reused} reused`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(", ");
}

function readHistory(cacheFolder: string): BuildHistory | undefined {
  try {
    return JSON.parse(readFileSync(join(cacheFolder, fileName), "utf8")) as BuildHistory;
  } catch {
    // No build before this one, or a file of an older Lectern: every page is simply new.
    return undefined;
  }
}
