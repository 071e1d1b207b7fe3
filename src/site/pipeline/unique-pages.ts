import { BuildProblem } from "../shared/build-problem.ts";
import { mayRead, nobody, type PageAccess, type ReaderGroups, type SiteRestrictions } from "../shared/reader-groups.ts";
import { listNames } from "../shared/text/shorten.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import { pageAccess } from "../source/navigation/page-access.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";

/** The pages to publish, and which readers of the site see other pages. */
interface UniquePages {
  pages: SourcePage[];
  restrictions: SiteRestrictions;
  /** The URLs of pages for other readers. */
  withheld: Set<string>;
}

/**
 * The pages that the readers may see. `guides.mdx` and `guides/index.mdx` have the same URL, so only the first one is
 * published. `accessAround` returns the restrictions of the navigation around a slug.
 */
export function uniquePages(
  { pages, problems }: Pick<SourceProject, "pages" | "problems">,
  reader: ReaderGroups = "open",
  accessAround: (slug: string) => PageAccess = () => ({ groups: [] }),
): UniquePages {
  const taken = new Map<string, string>();
  const accessBy = new Map(pages.map((page) => [page, accessOf(page, accessAround(page.slug))]));
  const kept = pages.filter((page) => {
    const { url, file } = page;
    const access = accessBy.get(page) ?? { groups: [] };
    if (!mayRead(access, reader)) {
      if (reader === "open") problems.push(noteRestricted(page, access));
      return false;
    }
    const first = taken.get(url);
    if (first === undefined) taken.set(url, file);
    else {
      const message = `has the same address as ${first} (${url}), so it is left out`;
      problems.push(new BuildProblem(message, { severity: "warning", file }));
    }
    return first === undefined;
  });
  if (reader === "open") problems.push(...noteOpenSite(kept, accessBy));
  problems.push(...noteTwins(kept));
  const withheld = new Set(pages.map(({ url }) => url).filter((url) => !taken.has(url)));
  return { pages: kept, restrictions: restrictionsOf([...accessBy.values()]), withheld };
}

/** `Setup.mdx` and `setup.mdx` are two pages here, but the same file on many disks, and visitors may confuse them. */
function noteTwins(pages: readonly SourcePage[]): BuildProblem[] {
  const byName = Map.groupBy(pages, ({ url }) => url.toLowerCase());
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ file }) => {
      const message = `differs from ${first?.file} only in upper and lower case, so visitors may confuse the two pages`;
      return new BuildProblem(message, { severity: "warning", file, hint: "rename or remove one of them" });
    }),
  );
}

/** The pages that the readers may not see. */
export function hiddenPages(pages: readonly SourcePage[], reader: ReaderGroups, draft: DraftTree): Set<SourcePage> {
  const accessAround = pageAccess(draft);
  return new Set(pages.filter((page) => !mayRead(accessOf(page, accessAround(page.slug)), reader)));
}

/** The restrictions of a page or skill and of the navigation around it: a reader has to satisfy all of them. */
export function accessOf({ frontmatter }: Pick<SourcePage, "frontmatter">, around: PageAccess): PageAccess {
  const { groups, excludes, playground, public: isPublic = around.public } = frontmatter;
  // Such a page is public; its groups may use the request tester.
  const isForTester = playground === "auth" && isPublic === true;
  const own = groups.length === 0 || isForTester ? [] : [groups];
  return {
    groups: [...around.groups, ...own],
    excludes: [...(around.excludes ?? []), ...excludes],
    // A page with groups is only public if it says so itself.
    public: own.length > 0 && around.public === true ? frontmatter.public : isPublic,
  };
}

function restrictionsOf(pages: readonly PageAccess[]): SiteRestrictions {
  const open = pages.filter((access) => mayRead(access, "public")).length;
  return {
    groups: [...new Set(groupsNamedBy(pages))].toSorted(),
    publicPages: open === 0 ? "none" : open === pages.length ? "all" : "some",
    hasClosedPages: pages.some(({ groups, public: isPublic }) => groups.length === 0 && isPublic === false),
  };
}

/** Includes `nobody` if a reader in all other groups doesn't see as much as members do. */
export function groupsNamedBy(restricted: readonly PageAccess[]): string[] {
  return restricted.flatMap(({ groups, excludes = [] }) => [
    ...groups.flat(),
    ...excludes,
    ...(excludes.length > 0 ? [nobody] : []),
  ]);
}

/** Why a restricted page isn't on a site that is open to everyone. */
function noteRestricted({ file, keyLines, frontmatter }: SourcePage, { groups }: PageAccess): BuildProblem {
  const key = groups.length > 0 ? "groups" : "public";
  const what = groups.length > 0 ? "is restricted to groups" : "is not public";
  const isOwn = key === "groups" ? frontmatter.groups.length > 0 : frontmatter.public === false;
  const message = `${what}, but this site is open to everyone, so it is left out`;
  const line = isOwn ? keyLines?.[key] : undefined;
  const remove = isOwn ? `remove "${key}" from the frontmatter` : `remove "${key}" from docs.json`;
  const hint = `to publish it, make the site private in the access settings of the project, or ${remove}`;
  return new BuildProblem(message, { severity: "warning", file, line, hint });
}

/** If some pages are marked public, the others may be meant to be private. */
function noteOpenSite(pages: readonly SourcePage[], accessBy: ReadonlyMap<SourcePage, PageAccess>): BuildProblem[] {
  const named = pages.filter((page) => accessBy.get(page)?.public === true);
  const [first] = named;
  if (first === undefined || named.length === pages.length) return [];
  const others = pages.length - named.length;
  const message = `is public, and so ${others === 1 ? "is the other page that does" : `are the other ${others} pages that do`} not say it, because this site is open to everyone`;
  const hint =
    'make the site private in the access settings of the project, or write "public: false" into pages that nobody may see';
  return [new BuildProblem(message, { severity: "warning", file: first.file, hint })];
}

/** Files for people, agents and tools that work on a repository, in any folder. Pages have lower case names. */
const repositoryFile =
  /(?:^|\/)(?:AGENTS|CLAUDE|CLAUDE\.local|GEMINI|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE)\.md$/;
const hiddenFolder = /(?:^|\/)\.[^/]+\//;

/** Files about the repository are only published if the navigation lists them. Nobody expects them on the site. */
export function leaveOutRepositoryFiles(pages: SourcePage[], places: ReadonlyMap<string, PagePlace>) {
  const isAboutRepository = (file: string) => repositoryFile.test(file) || hiddenFolder.test(file);
  const isLeftOut = ({ file, slug }: SourcePage) => isAboutRepository(file) && places.get(slug)?.order === undefined;
  const leftOut = pages.filter(isLeftOut);
  if (leftOut.length === 0) return { pages, problems: [] };
  const verb = leftOut.length === 1 ? "is about the repository and is" : "are about the repository and are";
  const message = `${listFiles(leftOut)} ${verb} not published`;
  const hint = "to publish a file anyway, list it in docs.json";
  return {
    pages: pages.filter((page) => !isLeftOut(page)),
    problems: [new BuildProblem(message, { severity: "note", hint })],
  };
}

function listFiles(pages: readonly SourcePage[]): string {
  return listNames(pages.map(({ file }) => file));
}

/** Reports all pages that the navigation doesn't list as a single problem, because authors often intend that. */
export function noteOrphans(pages: SourcePage[], places: ReadonlyMap<string, PagePlace>): BuildProblem[] {
  const orphans = pages.filter(
    ({ slug, url, frontmatter, api }) =>
      url !== "/" &&
      places.get(slug)?.order === undefined &&
      frontmatter.hidden !== true &&
      // A generated page is only missing from the navigation if the API description hides it.
      api?.isGenerated !== true,
  );
  if (orphans.length === 0) return [];
  const count = orphans.length === 1 ? "1 page is" : `${orphans.length} pages are`;
  const hint = "list the pages that visitors should find in docs.json, and set hidden: true on the others";
  return [new BuildProblem(`${count} not in the navigation: ${listFiles(orphans)}`, { severity: "note", hint })];
}
