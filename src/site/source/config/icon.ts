import { shape } from "./check-shape.ts";
import { type Check, mapped, oneOf, text, textOrObject } from "./check-value.ts";
import { type IconLibrary, iconLibraries } from "./icon-library.ts";

const iconTypes = ["regular", "solid", "light", "thin", "sharp-solid", "duotone", "brands"] as const;

export type IconType = (typeof iconTypes)[number];

/** An icon as an author names it: a name of the site's library, an address, a path of the project, or inline SVG. */
export interface IconSetting {
  name: string;
  /** Counts for Font Awesome only. */
  type?: IconType;
  /** Another library than the site's. */
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
  "the name of an icon, or the path of a picture",
);

/** An `iconType` beside an `icon` belongs to it. */
export function withIconType<Item extends { icon?: IconSetting; iconType?: IconType }>(
  item: Item,
): Omit<Item, "iconType"> {
  const { iconType: type, ...rest } = item;
  if (type === undefined || rest.icon === undefined) return rest;
  return { ...rest, icon: { type, ...rest.icon } };
}
