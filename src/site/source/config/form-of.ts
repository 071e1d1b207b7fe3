import type { FieldForm } from "../../../contract/field-form.ts";

/** The form of a check's setting. By default, a setting is edited as JSON. */
export function formOf({ form = { kind: "json" } }: { form?: FieldForm }): FieldForm {
  return form;
}
