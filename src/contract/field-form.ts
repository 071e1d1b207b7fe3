/** The form field for editing a setting. Objects, lists and maps contain further fields. */
export type FieldForm =
  | { kind: "text" | "flag" | "color" | "file" | "link" | "json" }
  | { kind: "number"; least: number; most: number }
  | { kind: "select"; words: readonly string[] }
  | { kind: "list"; item: FieldForm; itemsMax: number }
  | { kind: "map"; item: FieldForm }
  | { kind: "object"; fields: Readonly<Record<string, FieldForm>>; required: readonly string[] }
  /** A setting with a short and a long form. */
  | { kind: "either"; short: FieldForm; long: FieldForm };
