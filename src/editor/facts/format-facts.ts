import type { CatalogComponent, EditorFacts } from "../../contract/editor-fact-schemas.ts";
import { languageNames } from "../../site/page/code/languages.ts";
import { componentCatalog } from "../../site/page/components/registry.ts";
import { frontmatterKeys } from "../../site/source/frontmatter-keys.ts";

/** What is the same in every project: the format itself, from the lists that the build uses. */
export const formatFacts: Pick<EditorFacts, "components" | "frontmatter" | "languages"> = {
  components: [...componentCatalog].map(
    ([name, { props = [], children, needsOneOf, ...about }]): CatalogComponent => ({
      name,
      ...about,
      props: props.map(({ options, ...prop }) => ({ ...prop, ...(options && { options: [...options] }) })),
      ...(needsOneOf && { needsOneOf: [...needsOneOf] }),
      children: typeof children === "string" ? children : [...children],
    }),
  ),
  frontmatter: Object.entries(frontmatterKeys).map(([name, { options, ...key }]) => ({
    name,
    ...key,
    ...(options && { options: [...options] }),
  })),
  languages: [...languageNames],
};
