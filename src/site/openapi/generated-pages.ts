import type { SiteConfig } from "../config/site-config.ts";
import { pageUrl } from "../project/page-url.ts";
import { checkFrontmatter } from "../project/read-frontmatter.ts";
import type { SourcePage } from "../project/read-page.ts";
import { type FoundOperation, operationName } from "./find-operation.ts";
import { operationSlug } from "./operation-slug.ts";
import { planOperation } from "./planned-api.ts";
import { summarise } from "./summarise.ts";

/** Makes the pages of operations, each once, at addresses that no other page has. */
export interface GeneratedPages {
  /** The slug of the operation's page below a folder. A page that an author has written at that address is that page. */
  slugFor(found: FoundOperation, directory: string): string;
  pages: SourcePage[];
}

export function createGeneratedPages(written: SourcePage[], config: SiteConfig): GeneratedPages {
  const writtenSlugs = new Set(written.map((page) => page.slug));
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const pages: SourcePage[] = [];
  return {
    pages,
    slugFor(found, directory) {
      const { spec, operation } = found;
      const name = `${directory}\n${spec.file}\n${operation.kind} ${operation.method} ${operation.path}`;
      const known = slugs.get(name);
      if (known !== undefined) return known;
      const slug = freeSlug(operationSlug(operation, directory), taken);
      slugs.set(name, slug);
      taken.add(slug);
      if (!writtenSlugs.has(slug)) pages.push(generatedPage(slug, found, config));
      return slug;
    },
  };
}

/** Repeats get `-1`, `-2`, as other tools for the format number them. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** There is no file behind it: its text is the description, and `x-mint.metadata` is its frontmatter. */
function generatedPage(slug: string, found: FoundOperation, config: SiteConfig): SourcePage {
  const { summary, path, description, deprecated, metadata } = found.operation;
  const file = `${slug}.mdx`;
  const { frontmatter } = checkFrontmatter(metadata, found.spec.file);
  const named = operationName(found.operation);
  return {
    file,
    format: "mdx",
    body: "",
    bodyHash: "",
    firstLine: 1,
    slug,
    url: pageUrl(file),
    title: frontmatter.title ?? summarise(summary) ?? named,
    frontmatter: {
      // The method stands beside the title there already.
      ...(summary === undefined && { sidebarTitle: path }),
      ...frontmatter,
      description: frontmatter.description ?? summarise(description) ?? named,
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: { ...planOperation(found, frontmatter, config), isGenerated: true },
  };
}
