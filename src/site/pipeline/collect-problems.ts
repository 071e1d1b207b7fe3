import { BuildProblem, problemFromRecord } from "../ground/build-problem.ts";
import { isExternalUrl } from "../ground/html/safe-url.ts";
import type { SiteFile } from "../ground/site-file.ts";
import type { SiteLimits } from "../ground/site-limits.ts";
import type { SitePlan } from "../outputs/site-plan.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import { normalizeSlug } from "../source/page-url.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { createRedirectMatcher } from "../source/redirects.ts";
import { checkLinks } from "./check-links.ts";
import type { LinkTargets } from "./link-checker.ts";
import { noteLooseLinks } from "./note-loose-links.ts";
import type { RenderedSite } from "./render-site.ts";

export interface CollectedProblems {
  problems: BuildProblem[];
  /** Those of them that are links, anchors and files that lead nowhere. */
  brokenLinks: BuildProblem[];
}

export interface CheckedSite {
  project: SourceProject;
  plan: SitePlan;
  site: RenderedSite;
  files: SiteFile[];
  /** Pages were left out on purpose, so a link that leads nowhere may well lead to one of them. */
  isPartial: boolean;
}

/** Warnings of the project, of each page and of its links, with a bound: a thousand are as good as ten thousand. */
export function collectProblems(built: CheckedSite, limits: SiteLimits): CollectedProblems {
  const { project, plan, site } = built;
  const records = [...site.articles.values()].flatMap((article) => article.problems);
  const { locate, uses } = project.report;
  const sources = {
    targets: linkTargets(built),
    settings: uses,
    redirects: plan.writtenRedirects,
  };
  const { broken: brokenLinks, notes } = checkLinks(sources, locate, limits.problemsMax);
  const looseLinks = [...site.articles.values()].flatMap(({ facts }) => facts.looseLinks);
  // What stops a page comes first, then the settings, then links; the rest fills up what is left.
  const problems = [...site.problems, ...project.problems, ...noteLooseLinks(looseLinks), ...notes, ...brokenLinks];
  const room = Math.max(limits.problemsMax - problems.length, 0);
  problems.push(...records.slice(0, room).map(problemFromRecord));
  const dropped = problems.length - limits.problemsMax + records.length - Math.min(room, records.length);
  if (dropped <= 0) return { problems, brokenLinks };
  const note = new BuildProblem(`${dropped} more problems are not shown`, { severity: "warning" });
  return { problems: [...problems.slice(0, limits.problemsMax), note], brokenLinks };
}

function linkTargets({ project, plan, site, files, isPartial }: CheckedSite): LinkTargets {
  return {
    pages: plan.pages.map(({ source }) => {
      const facts = site.articles.get(source.file)?.facts ?? {
        headings: [],
        anchors: [],
        links: [],
        images: [],
        usesMath: false,
      };
      const links = [...facts.links, ...relatedLinks(source)];
      return { file: source.file, url: source.url, facts: { ...facts, links } };
    }),
    failedFiles: site.failed,
    files: new Set(files.map((file) => file.path)),
    findRedirect: createRedirectMatcher([...plan.writtenRedirects, ...plan.addedRedirects]),
    rules: project.rules,
    isPartial,
  };
}

/** Pages that the frontmatter names; an author may write the slug of a page instead of its address. */
function relatedLinks({ file, frontmatter, keyLines }: SourcePage): LinkUse[] {
  return (frontmatter.related || []).map(({ href }) => ({
    url: isExternalUrl(href) ? href : `/${normalizeSlug(href)}`,
    place: { file, line: keyLines?.related ?? 1 },
  }));
}
