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
  /** Whether the component is inline, such as `<Tooltip>`. */
  isInline?: boolean;
  props: readonly CatalogProp[];
  /** At least one of these props must be set. */
  needsOneOf?: readonly string[];
  /** The allowed content. A list of names allows only these components. */
  children: "blocks" | "text" | "none" | readonly string[];
}

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
