export interface CatalogProp {
  name: string;
  type: "string" | "number" | "boolean" | "enum" | "expression" | "icon" | "page";
  options?: readonly string[];
  isRequired?: boolean;
  default?: string;
  description?: string;
}

export interface CatalogComponent {
  name: string;
  description?: string;
  /** Part of a text, such as `<Tooltip>`. */
  isInline?: boolean;
  props: readonly CatalogProp[];
  /** What it contains. A list of names means these components only. */
  children: "blocks" | "text" | "none" | readonly string[];
}

/** The components that the build knows. */
export type ComponentCatalog = readonly CatalogComponent[];

export function findComponent(catalog: ComponentCatalog, name: string): CatalogComponent | undefined {
  return catalog.find((component) => component.name === name);
}

/** The components that are made to be inside of this one, such as `Step` in `Steps`. */
export function childNames(catalog: ComponentCatalog, name: string): readonly string[] {
  const children = findComponent(catalog, name)?.children;
  return typeof children === "object" ? children : [];
}
