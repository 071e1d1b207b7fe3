import type { FieldForm } from "../../../contract/field-form.ts";

/** How a check says that its setting is edited; as JSON unless it says so. */
export function formOf({ form = { kind: "json" } }: { form?: FieldForm }): FieldForm {
  return form;
}
