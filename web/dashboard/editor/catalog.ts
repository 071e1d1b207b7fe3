import type { CatalogComponent } from "../../../src/contract/editor-fact-operations.ts";

/** All components of the build. */
export type ComponentCatalog = readonly CatalogComponent[];

export function findComponent(catalog: ComponentCatalog, name: string): CatalogComponent | undefined {
  return catalog.find((component) => component.name === name);
}

/** The components that belong inside this one, such as `Step` in `Steps`. */
export function childNames(catalog: ComponentCatalog, name: string): readonly string[] {
  const children = findComponent(catalog, name)?.children;
  return typeof children === "object" ? children : [];
}
