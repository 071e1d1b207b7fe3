import { createContext, useContext } from "react";
import { explainError } from "../api/explain-error.ts";
import { type BodyField, bodyForms, type FormName } from "./body-forms.ts";

interface FormBody {
  /** The operation that the form calls. Its schema says which values the fields take. */
  of?: FormName | undefined;
  /** The stored values. */
  values?: object | null | undefined;
  /** The error of the last request. Fields show the parts that are about them. */
  error?: unknown;
}

export const FormContext = createContext<FormBody>({});

interface Given {
  name?: string | undefined;
  required?: boolean | undefined;
  isOptional?: boolean | undefined;
}

/** A field with what the form's operation says about it. Attributes that are given replace those of the schema. */
export function useField<Props extends Given>(props: Props, separator = "\n") {
  const { field, value, error } = useBodyField(props.name);
  if (field === undefined) return { ...props, field };
  const { kind, least, most } = field;
  const isText = kind === "text" || kind === "secret";
  const required = props.required ?? field.isRequired;
  return {
    field,
    error,
    isOptional: !required && !["number", "integer", "secret"].includes(kind),
    // The browser's own check of an address explains more than its length.
    minLength: isText ? least : undefined,
    maxLength: isText || kind === "link" || kind === "email" ? most : undefined,
    ...(!("value" in props) && { defaultValue: Array.isArray(value) ? value.join(separator) : String(value ?? "") }),
    ...props,
    required,
  };
}

/** What the schema says about a field of the form's body, its stored value, and the server's error about it. */
export function useBodyField(name: string | undefined): {
  field?: BodyField;
  value?: unknown;
  error?: string | undefined;
} {
  const { of, values, error } = useContext(FormContext);
  if (of === undefined || name === undefined) return {};
  const field = bodyForms[of][name];
  if (field === undefined) throw new Error(`The body of ${of} has no field ${name}.`);
  const problem = explainError(error).details.find(({ path }) => `${path}.`.startsWith(`body.${name}.`));
  return {
    field,
    value: valueAt(values, name.split(".")),
    error: problem && `This ${problem.message}.`,
  };
}

function valueAt(holder: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return holder;
  return valueAt((holder as Record<string, unknown> | null | undefined)?.[name], rest);
}
