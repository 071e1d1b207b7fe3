import type { SiteConfig } from "../../source/config/site-config.ts";
import { pageUrl } from "../../source/page-url.ts";
import { checkFrontmatter } from "../../source/read-frontmatter.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { FoundChannel, FoundOperation } from "./find-target.ts";
import { channelSlug, operationSlug } from "./page-names.ts";
import { type PlannedPage, planChannelPage, planOperationPage } from "./plan-api.ts";

/** Generates the pages of operations and channels, each once and at an address of its own. */
export interface GeneratedPages {
  /** The slug of the page below a folder. A page the author wrote at that address replaces the generated one. */
  operationSlug(found: FoundOperation, directory: string): string;
  channelSlug(found: FoundChannel, directory: string): string;
  /** Whether the author wrote a page for an operation or channel there. */
  isWrittenFor(slug: string): boolean;
  pages: SourcePage[];
}

export function createGeneratedPages(written: SourcePage[], config: SiteConfig): GeneratedPages {
  const writtenSlugs = new Set(written.map((page) => page.slug));
  const isForApi = ({ frontmatter }: SourcePage) => (frontmatter.openapi ?? frontmatter.asyncapi) !== undefined;
  const writtenFor = new Set(written.filter(isForApi).map((page) => page.slug));
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const pages: SourcePage[] = [];
  const slugOf = (name: string, wanted: string, planPage: () => PlannedPage) => {
    const known = slugs.get(name);
    if (known !== undefined) return known;
    const slug = freeSlug(wanted, taken);
    slugs.set(name, slug);
    taken.add(slug);
    if (!writtenSlugs.has(slug)) pages.push(generatedPage(slug, planPage()));
    return slug;
  };
  return {
    pages,
    isWrittenFor: (slug) => writtenFor.has(slug),
    operationSlug(found, directory) {
      const { spec, operation } = found;
      const { kind, method, path, metadata } = operation;
      const name = `${directory}\n${spec.file}\n${kind} ${method} ${path}`;
      return slugOf(name, operationSlug(operation, directory), () => {
        const { frontmatter } = checkFrontmatter(metadata, spec.file);
        const page = planOperationPage(found, frontmatter, config);
        if (operation.summary !== undefined) return page;
        // The sidebar already shows the method next to the title.
        return { ...page, frontmatter: { sidebarTitle: path, ...page.frontmatter } };
      });
    },
    channelSlug(found, directory) {
      const { spec, channel } = found;
      const name = `${directory}\n${spec.file}\nchannel ${channel.name}`;
      return slugOf(name, channelSlug(channel, directory), () => {
        const { frontmatter } = checkFrontmatter(channel.metadata, spec.file);
        return planChannelPage(found, frontmatter, config);
      });
    },
  };
}

/** Duplicates get `-1`, `-2`, as in other tools. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** There is no file behind it: its text is the description, and `x-mint.metadata` is its frontmatter. */
function generatedPage(slug: string, { title, frontmatter, api }: PlannedPage): SourcePage {
  const file = `${slug}.mdx`;
  return {
    file,
    format: "mdx",
    body: "",
    bodyHash: "",
    firstLine: 1,
    slug,
    url: pageUrl(file),
    title,
    frontmatter,
    api: { ...api, isGenerated: true },
  };
}
