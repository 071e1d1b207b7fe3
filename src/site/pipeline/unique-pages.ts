import { BuildProblem } from "../shared/build-problem.ts";
import { listNames } from "../shared/text/shorten.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";

/** The groups of a visitor; `all` for someone who may see every page. */
export type ReaderGroups = readonly string[] | "all";

/**
 * The pages to publish. `guides.mdx` and `guides/index.mdx` have the same URL, so only the first one is published.
 * Restricted pages are left out, because visitors can't sign in.
 */
export function uniquePages(
  { pages, problems }: Pick<SourceProject, "pages" | "problems">,
  readerGroups: ReaderGroups = [],
): SourcePage[] {
  const taken = new Map<string, string>();
  const kept = pages.filter((page) => {
    const { url, file } = page;
    const first = taken.get(url);
    const fault =
      first === undefined
        ? findRestriction(page, readerGroups)
        : { message: `has the same address as ${first} (${url}), so it is left out`, line: undefined, hint: undefined };
    if (fault === undefined) taken.set(url, file);
    else problems.push(new BuildProblem(fault.message, { ...fault, severity: "warning", file }));
    return fault === undefined;
  });
  problems.push(...noteOpenSite(kept), ...noteTwins(kept));
  return kept;
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

/** The reason to leave a restricted page out. If it were published, everyone could see it. */
function findRestriction({ frontmatter, keyLines }: SourcePage, readerGroups: ReaderGroups) {
  if (readerGroups === "all") return undefined;
  // Members of a group are signed in, so they see pages that aren't public.
  const isMember = frontmatter.groups.some((group) => readerGroups.includes(group));
  if (isMember || (frontmatter.groups.length === 0 && readerGroups.length > 0)) return undefined;
  const isGrouped = frontmatter.groups.length > 0;
  if (!isGrouped && frontmatter.public !== false) return undefined;
  const key = isGrouped ? "groups" : "public";
  const what = isGrouped ? "is restricted to groups" : "is not public";
  return {
    message: `${what}, and visitors cannot sign in yet, so it is left out`,
    line: keyLines?.[key],
    hint: `remove "${key}" from the frontmatter to publish it for everyone`,
  };
}

/** If some pages are marked public, the others may be meant to be private. */
function noteOpenSite(pages: readonly SourcePage[]): BuildProblem[] {
  const named = pages.filter(({ frontmatter }) => frontmatter.public === true);
  const [first] = named;
  if (first === undefined || named.length === pages.length) return [];
  const others = pages.length - named.length;
  const message = `is public, and so ${others === 1 ? "is the other page that does" : `are the other ${others} pages that do`} not say it: visitors cannot sign in yet`;
  const hint = 'write "public: false" into pages that nobody may see';
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

const namedMax = 20;

function listFiles(pages: readonly SourcePage[]): string {
  return listNames(
    pages.map((page) => page.file),
    namedMax,
  );
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
