import { shape } from "./check-shape.ts";
import { type Check, mapped, oneOf, text, textOrObject } from "./check-value.ts";

/** The libraries an icon name can come from, chosen by `icons.library` in docs.json. */
const iconLibraries = ["fontawesome", "lucide", "tabler"] as const;
export type IconLibrary = (typeof iconLibraries)[number];

export function isIconLibrary(value: unknown): value is IconLibrary {
  return iconLibraries.some((library) => library === value);
}

export const iconTypes = ["regular", "solid", "light", "thin", "sharp-solid", "duotone", "brands"] as const;

type IconType = (typeof iconTypes)[number];

/** An icon as written by an author: a name in the site's library, a URL, a project path, or inline SVG. */
export interface IconSetting {
  name: string;
  /** Used by Font Awesome only. */
  type?: IconType;
  /** Overrides the library of the site. */
  library?: IconLibrary;
}

export const iconType = oneOf(...iconTypes);
export const iconLibrary = oneOf(...iconLibraries);

/** `"rocket"`, or `{"name": "rocket", "style": "solid", "library": "lucide"}`. */
export const icon: Check<IconSetting> = textOrObject(
  mapped(text, (name): IconSetting => ({ name })),
  mapped(shape({ name: text, style: iconType, library: iconLibrary }, ["name"]), ({ style, ...rest }): IconSetting => {
    return style === undefined ? rest : { ...rest, type: style };
  }),
  "the name of an icon, or the path of an image",
);

/** Moves an `iconType` that is next to an `icon` into the icon. */
export function withIconType<Item extends { icon?: IconSetting; iconType?: IconType }>(
  item: Item,
): Omit<Item, "iconType"> {
  const { iconType: type, ...rest } = item;
  if (type === undefined || rest.icon === undefined) return rest;
  return { ...rest, icon: { type, ...rest.icon } };
}
