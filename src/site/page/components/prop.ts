import { iconTypes } from "../../source/config/icon.ts";

/** `expression` is a list or an object in braces; `page` is the URL of a page on this site or another site. */
type PropType = "string" | "number" | "boolean" | "enum" | "expression" | "icon" | "page";

/** Describes a prop for authors. */
export interface PropDefinition {
  name: string;
  type: PropType;
  options?: readonly string[];
  isRequired?: true;
  default?: string;
  description: string;
}

type More = Pick<PropDefinition, "isRequired" | "default">;

const propOf =
  (type: PropType) =>
  (name: string, description: string, more: More = {}): PropDefinition => ({ name, type, description, ...more });

export const takesText = propOf("string");
export const takesNumber = propOf("number");
export const takesFlag = propOf("boolean");
export const takesValue = propOf("expression");
export const takesIcon = propOf("icon");
export const takesPage = propOf("page");

/** A prop that is one of a few words. */
export function takesWord(
  name: string,
  options: Iterable<string>,
  description: string,
  more: More = {},
): PropDefinition {
  return { name, type: "enum", options: [...options], description, ...more };
}

export const required = { isRequired: true } as const;

/** The icon of a component and its style. */
export const iconProps: readonly PropDefinition[] = [
  takesIcon("icon", "The name of an icon, or the path of an image."),
  takesWord("iconType", iconTypes, "The style of a Font Awesome icon."),
];
