import { BuildProblem } from "../ground/build-problem.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";

/**
 * The pages that are published. `guides.mdx` and `guides/index.mdx` have one address; the first one keeps it. Pages that are
 * not for everyone have none, since readers cannot sign in.
 */
export function uniquePages(
  { pages, problems }: Pick<SourceProject, "pages" | "problems">,
  readerGroups: readonly string[] = [],
): SourcePage[] {
  const taken = new Map<string, string>();
  const kept = pages.filter((page) => {
    const { url, file } = page;
    const first = taken.get(url);
    const fault =
      first === undefined
        ? closedTo(page, readerGroups)
        : { message: `has the same address as ${first} (${url}), so it is left out`, line: undefined, hint: undefined };
    if (fault === undefined) taken.set(url, file);
    else problems.push(new BuildProblem(fault.message, { ...fault, severity: "warning", file }));
    return fault === undefined;
  });
  problems.push(...noteOpenSite(kept), ...noteTwins(kept));
  return kept;
}

/** `Setup.mdx` and `setup.mdx` are two pages here, but one file on the disks of many authors, and readers mistake them. */
function noteTwins(pages: readonly SourcePage[]): BuildProblem[] {
  const byName = Map.groupBy(pages, ({ url }) => url.toLowerCase());
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ file }) => {
      const message = `differs from ${first?.file} in upper and lower case only, so they are two pages that readers mistake for one`;
      return new BuildProblem(message, { severity: "warning", file, hint: "rename or remove one of them" });
    }),
  );
}

interface ClosingFault {
  message: string;
  line: number | undefined;
  hint: string;
}

/** Publishing it would show it to everyone. */
function closedTo({ frontmatter, keyLines }: SourcePage, readerGroups: readonly string[]): ClosingFault | undefined {
  // Who is in a group has signed in.
  const isMember = frontmatter.groups.some((group) => readerGroups.includes(group));
  if (isMember || (frontmatter.groups.length === 0 && readerGroups.length > 0)) return undefined;
  if (frontmatter.groups.length > 0) {
    return {
      message: "is restricted to groups, and readers cannot sign in yet, so it is left out",
      line: keyLines?.groups,
      hint: 'take "groups" out of the frontmatter to publish it for everyone',
    };
  }
  if (frontmatter.public === false) {
    return {
      message: "is not public, and readers cannot sign in yet, so it is left out",
      line: keyLines?.public,
      hint: 'take "public" out of the frontmatter to publish it for everyone',
    };
  }
  return undefined;
}

/** Where some pages say that they are public, the others may have been closed on the site that they come from. */
function noteOpenSite(pages: readonly SourcePage[]): BuildProblem[] {
  const named = pages.filter(({ frontmatter }) => frontmatter.public === true);
  const [first] = named;
  if (first === undefined || named.length === pages.length) return [];
  const others = pages.length - named.length;
  const message = `is public, and so ${others === 1 ? "is the other page that does" : `are the other ${others} pages that do`} not say it: readers cannot sign in yet`;
  const hint = 'write "public: false" into pages that nobody may read';
  return [new BuildProblem(message, { severity: "warning", file: first.file, hint })];
}
