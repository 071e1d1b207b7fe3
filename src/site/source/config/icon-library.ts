/** The libraries that an icon name can come from; `icons.library` of docs.json chooses. */
export const iconLibraries = ["fontawesome", "lucide", "tabler"] as const;
export type IconLibrary = (typeof iconLibraries)[number];

export function isIconLibrary(value: unknown): value is IconLibrary {
  return iconLibraries.some((library) => library === value);
}
