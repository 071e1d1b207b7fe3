import type { SitePlan } from "../outputs/site-plan.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import { BuildProblem, type ProblemRecord, problemFromRecord } from "../shared/build-problem.ts";
import { isExternalUrl } from "../shared/html/safe-url.ts";
import type { SiteFile } from "../shared/site-file.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { placePath } from "../source/config/config-report.ts";
import { normalizeSlug } from "../source/page-url.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { createRedirectMatcher } from "../source/redirects.ts";
import { findFaintColors } from "../theme/templates/site-colors.ts";
import { checkLinks, noteLooseLinks, type PageFaults } from "./check-links.ts";
import { describeFailures, type Replacements } from "./keep-good-pages.ts";
import type { LinkTargets } from "./link-checker.ts";
import type { RenderedSite } from "./render-site.ts";

interface CollectedProblems {
  problems: BuildProblem[];
  /** The problems that are broken links, anchors and files. */
  brokenLinks: BuildProblem[];
}

interface CheckedSite {
  project: SourceProject;
  plan: SitePlan;
  site: RenderedSite;
  files: SiteFile[];
  /** True if pages were left out on purpose, so that a link without a target may lead to one of them. */
  isPartial: boolean;
  /** Faulty links that an earlier build found. */
  faults: PageFaults;
  /** The reasons why pages could not be built, by file. */
  failed: ReadonlyMap<string, readonly BuildProblem[]>;
  replacements: Replacements;
}

/** Problems of the project, of each page and of its links, up to a limit. */
export function collectProblems(built: CheckedSite, limits: SiteLimits): CollectedProblems {
  const { project, plan, site, replacements } = built;
  const known = new Set<string>();
  // A snippet that can't be read causes an error on each page, but is reported once.
  const isUnknown = ({ severity, file, line, message }: ProblemRecord) => {
    const name = `${file}:${line}: ${message}`;
    const isFirst = severity !== "error" || !known.has(name);
    known.add(name);
    return isFirst;
  };
  // The last good version of a page has other line numbers than the author's current file.
  const records = [...site.articles].flatMap(([file, { problems }]) =>
    replacements.good.has(file) ? [] : problems.filter(isUnknown),
  );
  const { locate, uses } = project.report;
  const sources = {
    targets: linkTargets(built),
    settings: uses,
    redirects: plan.writtenRedirects,
    faults: built.faults,
  };
  const { broken: brokenLinks, notes, linking } = checkLinks(sources, locate, limits.problemsMax);
  const looseLinks = [...site.articles.values()].flatMap(({ facts }) => facts.looseLinks);
  const linkingTo = new Map(project.pages.map(({ file, url }) => [file, linking.get(url)]));
  // Errors of pages come first, then settings, then links; other warnings fill the rest.
  const failures = [...describeFailures(built.failed, replacements, linkingTo), ...site.problems];
  const isCovered = ({ severity, file }: BuildProblem) =>
    severity === "error" && file !== undefined && replacements.good.has(file);
  const others = project.problems.filter((problem) => !isCovered(problem));
  const problems = [...failures, ...others, ...noteLooseLinks(looseLinks), ...notes, ...brokenLinks];
  const room = Math.max(limits.problemsMax - problems.length, 0);
  problems.push(...records.slice(0, room).map(problemFromRecord));
  const dropped = problems.length - limits.problemsMax + records.length - Math.min(room, records.length);
  if (dropped <= 0) return { problems, brokenLinks };
  const note = new BuildProblem(`${dropped} more problems are not shown`, { severity: "warning" });
  return { problems: [...problems.slice(0, limits.problemsMax), note], brokenLinks };
}

function linkTargets({ project, plan, site, files, isPartial, replacements }: CheckedSite): LinkTargets {
  const isLeftOut = ({ file }: SourcePage) => replacements.leftOut.has(file);
  return {
    withheld: plan.withheld,
    leftOut: new Set(project.pages.filter(isLeftOut).map(({ url }) => url)),
    pages: plan.pages.map(({ source }) => {
      const article = site.articles.get(source.file);
      const facts = article?.facts ?? { anchors: [], links: [], images: [] };
      if (replacements.good.has(source.file)) {
        return { file: source.file, url: source.url, facts: { ...facts, links: [], images: [] } };
      }
      const links = [...facts.links, ...relatedLinks(source)];
      return { identity: article ?? facts, file: source.file, url: source.url, facts: { ...facts, links } };
    }),
    failedFiles: new Set([
      ...site.failed.keys(),
      ...plan.pages.filter(({ source }) => source.api?.part.kind === "missing").map(({ source }) => source.file),
    ]),
    files: new Set(files.map((file) => file.path)),
    findRedirect: createRedirectMatcher([...plan.writtenRedirects, ...plan.addedRedirects]),
    rules: project.rules,
    isPartial,
  };
}

/** Pages listed in the frontmatter, by URL or slug. */
function relatedLinks({ file, frontmatter, keyLines }: SourcePage): LinkUse[] {
  return (frontmatter.related || []).map(({ href }) => ({
    url: isExternalUrl(href) ? href : `/${normalizeSlug(href)}`,
    place: { file, line: keyLines?.related ?? 1 },
  }));
}

/** Accessibility problems: images without alt text, and colors with low contrast. */
export function listAccessProblems({ config, report }: SourceProject, { articles }: RenderedSite): BuildProblem[] {
  const colors = { ...config.colors, background: config.background?.color };
  const faint = findFaintColors(colors).map(({ key, mode, contrast, shown }) => {
    const ground = `the ${mode} background of the pages`;
    const message = `"colors.${key}" has a contrast of ${contrast.toFixed(1)} to ${ground}, but text needs 4.5, so visitors see ${shown} instead`;
    const hint = mode === "light" ? "choose a darker color" : 'choose a lighter color for dark pages as "colors.light"';
    return new BuildProblem(message, { severity: "warning", ...report.locate(["colors", key]), hint });
  });
  const wordless = [...articles.values()].flatMap(({ facts }) => facts.imagesWithoutAlt);
  const hint = 'write ![what it shows](…), or alt="" for a decorative one';
  const pictures = wordless.map(({ file, line }) => {
    const message = "an image has no alt text for people who cannot see it";
    return new BuildProblem(message, { severity: "warning", file, line, hint });
  });
  return [...faint, ...pictures];
}

/** Links to other sites and images on other sites: first those in docs.json, then those of each page. */
export function listExternalLinks({ report, pages }: SourceProject, { articles }: RenderedSite): LinkUse[] {
  const settings = report.uses
    .filter(({ url }) => isExternalUrl(url))
    .map(({ url, place }) => ({ url, place: report.locate(placePath(place)) }));
  const written = pages.flatMap(({ file }) => {
    const { links = [], images = [] } = articles.get(file)?.facts ?? {};
    return [...links, ...images]
      .filter(({ url }) => isExternalUrl(url))
      .map(({ url, place }) => ({ url, place: place ?? { file, line: undefined } }));
  });
  return [...settings, ...written];
}
