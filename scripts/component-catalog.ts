import type { CatalogComponent } from "../src/contract/editor-fact-operations.ts";
import { componentCatalog } from "../src/site/page/components/registry.ts";

/** The build's components as JSON, because the server must not load the renderer to list them. */
export function writeComponentCatalog(): string {
  const components = [...componentCatalog].map(
    ([name, { props = [], children, needsOneOf, ...about }]): CatalogComponent => ({
      name,
      ...about,
      props: props.map(({ options, ...prop }) => ({ ...prop, ...(options && { options: [...options] }) })),
      ...(needsOneOf && { needsOneOf: [...needsOneOf] }),
      children: typeof children === "string" ? children : [...children],
    }),
  );
  return `${JSON.stringify(components, null, 2)}\n`;
}
