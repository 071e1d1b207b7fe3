/** Something that completion offers. */
export interface Choice {
  label: string;
  kind:
    | "component"
    | "prop"
    | "value"
    | "page"
    | "anchor"
    | "media"
    | "snippet"
    | "icon"
    | "key"
    | "language"
    | "variable";
  detail?: string | undefined;
  info?: string | undefined;
  /** What is inserted instead of the label, with `${…}` for the places to fill in. */
  template?: string | undefined;
  /** Higher ones come first. */
  boost?: number;
}
