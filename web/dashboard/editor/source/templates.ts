import type { CatalogComponent, CatalogProp } from "../../../../src/contract/editor-fact-schemas.ts";

/** The element to insert after `<`, with its required props and room for its children. */
export function componentTemplate(component: CatalogComponent, isLineStart: boolean): string {
  const { name, props, needsOneOf = [], children } = component;
  const needed = props.filter((prop) => prop.isRequired || prop.name === needsOneOf[0]);
  const tag = [name, ...needed.map(propTemplate)].join(" ");
  if (children === "none") return `${tag} />`;
  if (!isLineStart || children === "text") return `${tag}>\${}</${name}>`;
  const inside = Array.isArray(children) ? `<${children[0]}\${}` : "\u0024{}";
  return `${tag}>\n\t${inside}\n</${name}>`;
}

/** The prop with room for its value. */
export function propTemplate({ name, type }: CatalogProp): string {
  if (type === "boolean") return name;
  return type === "number" || type === "expression" ? `${name}={\${}}` : `${name}="\${}"`;
}
