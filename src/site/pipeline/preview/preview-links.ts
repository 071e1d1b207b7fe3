import type { SitePlan } from "../../outputs/site-plan.ts";
import type { SourceProject } from "../../source/read-project.ts";
import { createRedirectMatcher } from "../../source/redirects.ts";
import { createLinkChecker, type LinkChecker, type LinkFault, type LinkTargets } from "../link-checker.ts";

const noFacts = { anchors: [], links: [], images: [] };

/**
 * Checks links to pages and files. Links to headings of other pages aren't checked, because those pages aren't
 * rendered.
 */
export function pageLinkChecker(project: SourceProject, plan: SitePlan): LinkChecker {
  return createLinkChecker({
    pages: plan.pages.map(({ source: { file, url } }) => ({ file, url, facts: noFacts })),
    failedFiles: new Set(),
    files: new Set(project.assets.map(({ path }) => path)),
    findRedirect: createRedirectMatcher([...plan.writtenRedirects, ...plan.addedRedirects]),
    rules: project.rules,
  });
}

/** Files that the build adds to a site, such as llms.txt, feeds and the Markdown of pages. */
const addedFile = /\.(?:md|txt|xml|json)$/;

/** The problems with the links and images of one page. */
export function checkPageLinks(
  links: LinkChecker,
  { file, url: pageUrl, facts }: LinkTargets["pages"][number],
): { fault: LinkFault; file: string; line: number | undefined; url: string }[] {
  const own = ownAnchorChecker(file, pageUrl, facts.anchors);
  const place = (use: (typeof facts.links)[number]) => ({ file, line: undefined, ...use.place, url: use.url });
  const faultyLinks = facts.links.flatMap((use) => {
    const [path = "", anchor] = use.url.split("#", 2);
    const isOwn = path === "" || path === pageUrl;
    const fault = isOwn && anchor !== undefined ? own.checkLink(`#${anchor}`, pageUrl) : links.checkLink(path, pageUrl);
    // An anchor that is only spelled differently still works for visitors.
    if (fault === undefined || fault.arrivesAt !== undefined || addedFile.test(path)) return [];
    return [{ fault, ...place(use) }];
  });
  const faultyImages = facts.images.flatMap((use) => {
    const fault = links.checkFile(use.url);
    return fault === undefined ? [] : [{ fault, ...place(use) }];
  });
  return [...faultyLinks, ...faultyImages];
}

function ownAnchorChecker(file: string, url: string, anchors: readonly string[]): LinkChecker {
  return createLinkChecker({
    pages: [{ file, url, facts: { ...noFacts, anchors: [...anchors] } }],
    failedFiles: new Set(),
    files: new Set(),
    findRedirect: () => undefined,
    rules: { findHint: () => undefined },
    isPartial: true,
  });
}
