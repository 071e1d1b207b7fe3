import type { TreeFile } from "../../git/list-tree.ts";
import type { Repository } from "../../git/repository.ts";
import { defaultSiteLimits } from "../../site/ground/site-limits.ts";
import { isPageFile } from "../../site/source/file-types.ts";
import { leadingHeading } from "../../site/source/leading-heading.ts";
import { pageSlug, titleFromSlug } from "../../site/source/page-url.ts";
import { readFrontmatter } from "../../site/source/read-frontmatter.ts";
import { splitFrontmatter } from "../../site/source/split-frontmatter.ts";
import { draftLimits } from "../draft.ts";
import { readBaseFiles } from "../draft-source.ts";

/** What the tree shows about a page. */
export interface PageHead {
  /** As in the sidebar; undefined if the page has none. */
  title: string | undefined;
  isHidden: boolean;
}

export interface PageHeads {
  /** The heads of committed pages, by path. Only pages that weren't read before are read. */
  read(
    projectId: string,
    repository: Repository,
    files: readonly TreeFile[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, PageHead>>;
}

const projectsMax = 20;
const pagesMax = 100_000;

/** Remembers heads by the ID of the blob: a new commit changes few of them. */
export function createPageHeads(): PageHeads {
  const known = new Map<string, Map<string, PageHead>>();

  /** Forgets the projects that weren't used for the longest time. */
  function makeRoom(): void {
    let pages = [...known.values()].reduce((sum, heads) => sum + heads.size, 0);
    for (const [projectId, heads] of known) {
      if (known.size <= 1 || (known.size <= projectsMax && pages <= pagesMax)) return;
      known.delete(projectId);
      pages -= heads.size;
    }
  }

  return {
    async read(projectId, repository, files, signal) {
      const before = known.get(projectId) ?? new Map<string, PageHead>();
      const pages = files.filter(({ path, bytes }) => isPageFile(path) && bytes <= draftLimits.textBytesMax);
      const heads = new Map(pages.flatMap(({ blob }) => [[blob, before.get(blob)] as const].filter(isKnown)));
      const unread = pages.filter(({ blob }) => !heads.has(blob));
      await readBaseFiles(repository, unread, signal, ({ path, blob }, content) =>
        heads.set(blob, readHead(path, content.toString("utf8"))),
      );
      // What other commits have is forgotten, so that the number of pages is a bound.
      known.delete(projectId);
      known.set(projectId, heads);
      makeRoom();
      return new Map(pages.flatMap(({ path, blob }) => [[path, heads.get(blob)] as const].filter(isKnown)));
    },
  };
}

function isKnown(entry: readonly [string, PageHead | undefined]): entry is readonly [string, PageHead] {
  return entry[1] !== undefined;
}

export function readHead(path: string, text: string): PageHead {
  const { yaml, body } = splitFrontmatter(text);
  const { frontmatter } = readFrontmatter(yaml, path, defaultSiteLimits.frontmatterBytesMax);
  const heading = leadingHeading(body, path.endsWith(".mdx") ? "mdx" : "md");
  return {
    title: frontmatter.sidebarTitle ?? frontmatter.title ?? heading,
    isHidden: frontmatter.hidden === true,
  };
}

export function titleOf(path: string, head: PageHead | undefined): string {
  return head?.title ?? titleFromSlug(pageSlug(path));
}
