import type { DivisionKind } from "./navigation-tree.ts";

export interface DivisionSort {
  /** The list in docs.json. */
  list: string;
  kind: DivisionKind;
  /** The key that names an element of the list. */
  name: string;
  /** Keys that only this kind has. */
  own: readonly string[];
}

export const divisionSorts: readonly DivisionSort[] = [
  { list: "languages", kind: "language", name: "language", own: ["default", "global", "banner", "footer", "navbar"] },
  { list: "versions", kind: "version", name: "version", own: ["default", "global"] },
  { list: "products", kind: "product", name: "product", own: [] },
  { list: "dropdowns", kind: "dropdown", name: "dropdown", own: [] },
  { list: "anchors", kind: "anchor", name: "anchor", own: [] },
  { list: "tabs", kind: "tab", name: "tab", own: ["graphql", "sdk"] },
  { list: "menu", kind: "item", name: "item", own: [] },
];

/** Where the content of an element may stand; `menu` only in a tab or a product. */
export const contentKeys: readonly string[] = [...divisionSorts.map((sort) => sort.list), "groups", "pages"];

export const languageCodes: readonly string[] =
  `ar ca cn cs da de en es fi fr fr-CA he hi hu id it ja ja-JP jp ko lv nl no pl pt pt-BR ro ru sv tr uk uz vi zh zh-CN
  zh-Hans zh-Hant zh-TW`.split(/\s+/);
