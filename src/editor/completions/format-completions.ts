import type { CatalogComponent, EditorFacts } from "../../contract/editor-fact-operations.ts";
import { frontmatterKeys, languageNames } from "../../site/reading.ts";
import componentCatalog from "./component-catalog.json" with { type: "json" };

/** The completion data that is the same in every project. It comes from the same lists that the build uses. */
export const formatCompletions: Pick<EditorFacts, "components" | "frontmatter" | "languages"> = {
  // Generated from the components themselves, because the server doesn't load the code that renders pages.
  components: componentCatalog as CatalogComponent[],
  frontmatter: Object.entries(frontmatterKeys).map(([name, { options, ...key }]) => ({
    name,
    ...key,
    ...(options && { options: [...options] }),
  })),
  languages: [...languageNames],
};
