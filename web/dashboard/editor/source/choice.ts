/** A completion option. */
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
  /** The inserted text if it differs from the label, with `${…}` for the places to fill in. */
  template?: string | undefined;
  /** Options with a higher number come first. */
  boost?: number;
}
