import type { GraphqlTarget } from "../../source/page-api.ts";
import { pageUrl } from "../../source/page-url.ts";
import { checkFrontmatter } from "../../source/read-frontmatter.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { FoundChannel, FoundOperation, ReadSpec } from "./find-target.ts";
import { channelSlug, chosenSlug, operationSlug } from "./page-names.ts";
import {
  type ApiPlanSettings,
  type PlannedPage,
  planChannelPage,
  planGraphqlPage,
  planOperationPage,
} from "./plan-api.ts";

/** Generates the pages of operations and channels. Each page is generated once and has its own address. */
export interface GeneratedPages {
  /** The slug of the page below a folder. If the author wrote a page at that address, no page is generated. */
  operationSlug(found: FoundOperation, directory: string): string;
  channelSlug(found: FoundChannel, directory: string): string;
  /**
   * The pages of a GraphQL schema in the order of the navigation. A second schema in the same folder is moved to
   * another folder.
   */
  graphqlPages(spec: ReadSpec, directory: string): (GraphqlTarget & { slug: string })[];
  /** Whether the author wrote a page for an operation or channel with this slug. */
  isWrittenFor(slug: string): boolean;
  pages: SourcePage[];
}

export function createGeneratedPages(written: SourcePage[], config: ApiPlanSettings): GeneratedPages {
  const writtenSlugs = new Set(written.map((page) => page.slug));
  const isForApi = ({ frontmatter }: SourcePage) => (frontmatter.openapi ?? frontmatter.asyncapi) !== undefined;
  const writtenFor = new Set(written.filter(isForApi).map((page) => page.slug));
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const pages: SourcePage[] = [];
  const schemaOf = new Map<string, string>();
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
    graphqlPages(spec, directory) {
      const { file, index } = spec;
      // Pages of a schema link to each other, so their addresses depend only on the folder and the schema.
      const chosen = chosenSlug(directory);
      let folder = chosen;
      for (let number = 1; (schemaOf.get(folder) ?? file) !== file; number += 1) folder = `${chosen}-${number}`;
      if (index.graphql.length > 0) schemaOf.set(folder, file);
      return index.graphql.map((page) => {
        const { kind, name, path } = page;
        const wanted = folder === "" ? path : `${folder}/${path}`;
        const slug = slugOf(`${folder}\n${file}\n${kind} ${name}`, wanted, () => {
          return planGraphqlPage(spec, page, folder, checkFrontmatter({}, file).frontmatter, config);
        });
        return { kind, name, slug };
      });
    },
  };
}

/** Duplicate slugs get `-1`, `-2` and so on, as in other tools. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** A page without a file: its text is the operation's description, and its frontmatter is `x-mint.metadata`. */
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
