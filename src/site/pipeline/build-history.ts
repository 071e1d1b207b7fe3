import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import type { Replacements } from "./keep-good-pages.ts";
import type { RenderedSite } from "./render-site.ts";
import type { BuildCounts } from "./site-build.ts";

/** The inputs of the previous build. Only used to say why a page was rendered, never to decide whether to reuse it. */
interface BuildHistory {
  version: string;
  pages: Record<string, EarlierPage>;
}

interface EarlierPage {
  source: string;
  snippets: string;
  language: string;
}

const fileName = "last-build.json";

interface CountedBuild {
  reasonFor: RenderReason;
  /** The reasons why pages could not be built, by file. */
  failed: ReadonlyMap<string, unknown>;
  replacements: Replacements;
}

/**
 * Counts rendered, reused and failed pages. Rendered pages are counted by the change since the previous build that
 * caused them to be rendered. Each page counts once. Pages that were left out count as failed.
 */
export function countPages(
  plan: SitePlan,
  site: RenderedSite,
  { reasonFor, failed, replacements: { good, leftOut } }: CountedBuild,
): Omit<BuildCounts, "missing"> {
  const counts = { pages: plan.pages.length, laidOut: 0, reused: 0, failed: leftOut.size };
  const rendered: Record<string, number> = {};
  for (const page of plan.pages) {
    if (failed.has(page.source.file) || good.has(page.source.file)) counts.failed += 1;
    else if (site.laidOut.has(page)) counts.laidOut += 1;
    else if (!site.rendered.has(page)) counts.reused += 1;
    else {
      const reason = reasonFor(page);
      rendered[reason] = (rendered[reason] ?? 0) + 1;
    }
  }
  return { ...counts, rendered, kept: good.size, leftOut: leftOut.size };
}

type RenderReason = (page: PlannedPage) => string;

/** Finds out why a page is rendered, compared to the last build of any process. */
export function readRenderReasons(cacheFolder: string, version: string): RenderReason {
  const history = readHistory(cacheFolder);
  return (page) => {
    const { file } = page.source;
    const before = history !== undefined && Object.hasOwn(history.pages, file) ? history.pages[file] : undefined;
    const isOfOtherVersion = before !== undefined && history?.version !== version;
    return isOfOtherVersion ? "made by another version of Lectern" : reasonSince(before, page);
  };
}

/** Finds out why a page is rendered, compared to an earlier plan of this process. */
export function renderReasonsSince(planned: readonly PlannedPage[]): RenderReason {
  const before = new Map(planned.map((page) => [page.source.file, page]));
  return (page) => {
    const known = before.get(page.source.file);
    return reasonSince(known && describePage(known), page);
  };
}

function reasonSince(before: EarlierPage | undefined, page: PlannedPage): string {
  if (before === undefined) return "new";
  const { source, snippets, language } = describePage(page);
  if (before.source !== source) return "changed";
  if (before.snippets !== snippets) return "using a changed snippet";
  if (before.language !== language) return "in another language";
  if (page.hasOtherParts === true) return "showing a changed image or grammar";
  return "no longer in the cache";
}

function describePage({ sourceHash, snippetsHash, language }: PlannedPage): EarlierPage {
  return { source: sourceHash, snippets: snippetsHash, language };
}

export function writeHistory(cacheFolder: string, version: string, pages: PlannedPage[]): void {
  const history: BuildHistory = {
    version,
    pages: Object.fromEntries(pages.map((page) => [page.source.file, describePage(page)])),
  };
  writeFileSync(join(cacheFolder, fileName), JSON.stringify(history));
}

/** `3 pages rendered (2 changed, 1 using a changed snippet), 10 laid out again, 987 reused`. */
export function describeCounts({ rendered, laidOut, reused, failed, kept, leftOut }: BuildCounts): string {
  const total = Object.values(rendered).reduce((sum, pages) => sum + pages, 0);
  const reasons = Object.entries(rendered).map(([reason, pages]) => `${pages} ${reason}`);
  const why = reasons.length > 0 ? ` (${reasons.join(", ")})` : "";
  const parts = [`${total} ${total === 1 ? "page" : "pages"} rendered${why}`];
  if (laidOut > 0) parts.push(`${laidOut} laid out again (navigation or settings changed)`);
  parts.push(`${reused} reused`);
  const outcomes = [
    ...(kept > 0 ? [`${kept} kept in the last good version`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ];
  if (failed > 0) parts.push(`${failed} failed${outcomes.length > 0 ? ` (${outcomes.join(", ")})` : ""}`);
  return parts.join(", ");
}

function readHistory(cacheFolder: string): BuildHistory | undefined {
  try {
    return JSON.parse(readFileSync(join(cacheFolder, fileName), "utf8")) as BuildHistory;
  } catch {
    // Without a previous build, or while another build writes the file, every page counts as new.
    return undefined;
  }
}
