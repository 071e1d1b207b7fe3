import { ChevronDown, Search } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { BodyField } from "../forms/body-forms.ts";
import { useBodyField, useField } from "../forms/use-field.ts";

const inputClass =
  "w-full h-9 rounded-control border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint disabled:opacity-60 pointer-coarse:min-h-10 pointer-coarse:text-base aria-invalid:border-danger";

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean | undefined;
}

type TextFieldProps = FieldProps & ComponentProps<"input">;

/**
 * A labeled field. Screen readers announce its hint and error. Validation messages of the browser are shown in the same
 * place, instead of in a bubble that covers the form.
 */
export function TextField(props: TextFieldProps) {
  const { field, hint: givenHint, label, error: given, isOptional, ...input } = useField(props, ", ");
  const id = useId();
  const [invalid, setInvalid] = useState<string>();
  // The browser's message says the same as the hint, such as the shortest password.
  const hint = invalid === undefined ? givenHint : undefined;
  const error = given ?? invalid;
  return (
    <FieldFrame {...{ id, label, hint, error, isOptional }}>
      <input
        {...inputType(field)}
        {...input}
        id={id}
        onInvalid={(event) => {
          event.preventDefault();
          setInvalid(explainInvalid(event.currentTarget));
          const first = event.currentTarget.form?.querySelector<HTMLInputElement>("input:invalid");
          first?.focus();
        }}
        onInput={(event) => {
          setInvalid(undefined);
          input.onInput?.(event);
        }}
        className={`${inputClass} ${input.className ?? ""}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

function inputType({ kind, least, most }: Partial<BodyField> = {}): ComponentProps<"input"> {
  if (kind === "integer") return { type: "number", min: least, max: most };
  if (kind === "number") return { type: "number", min: least, max: most, step: "any" };
  return kind === "link" ? { type: "url" } : kind === "email" ? { type: "email" } : {};
}

function explainInvalid({ validity, type, minLength, validationMessage }: HTMLInputElement): string {
  if (validity.valueMissing) return "Fill in this field.";
  if (validity.typeMismatch && type === "email") return "Enter an email address, such as ada@example.com.";
  if (validity.tooShort) return `Use at least ${minLength} characters.`;
  return validationMessage;
}

export function TextArea(props: FieldProps & ComponentProps<"textarea">) {
  const { field: _field, label, hint, error, isOptional, ...input } = useField(props);
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, isOptional }}>
      <textarea
        rows={4}
        {...input}
        id={id}
        className={`${inputClass} h-auto py-2 leading-[22px] ${input.className ?? ""}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

/** A secret that the server stores and never shows again. */
export function SecretField({ isStored = false, ...field }: TextFieldProps & { isStored?: boolean }) {
  const placeholder = isStored ? "Stored. Leave empty to keep it." : "";
  return <TextField placeholder={placeholder} {...field} type="password" autoComplete="off" />;
}

/** Paths, keys or names, such as one on each line. */
export function CodeArea(field: ComponentProps<typeof TextArea>) {
  return <TextArea {...field} className="font-mono text-[13px]" spellCheck={false} />;
}

export function SelectField({ label, hint, error: given, isOptional, ...select }: FieldProps & SelectProps) {
  const id = useId();
  const { field, value, error = given } = useBodyField(select.name);
  const isUncontrolled = field !== undefined && !("value" in select);
  return (
    <FieldFrame {...{ id, label, hint, error, isOptional }}>
      <Select
        {...(isUncontrolled && { defaultValue: String(value ?? "") })}
        {...select}
        id={id}
        className="h-9"
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

/** A search field for a list. Its label is also the placeholder. */
export function SearchInput({ label, ...input }: { label: string } & Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative block">
      <Search
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <input {...input} type="search" aria-label={label} placeholder={label} className={`${inputClass} pl-9`} />
    </span>
  );
}

interface SelectProps extends ComponentProps<"select"> {
  /** The choices after those in `children`. */
  options?: readonly Option[];
}

type Option = readonly [value: string | number, label: string];

/** The native select with a custom arrow. */
export function Select({ className = "", options = [], children, ...select }: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...select}
        className={`w-full appearance-none rounded-control border border-line-strong bg-surface pr-9 pl-3 text-ink disabled:opacity-60 pointer-coarse:min-h-10 pointer-coarse:text-base ${className}`}
      >
        {children}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
    </span>
  );
}

interface CheckFieldProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  type?: "checkbox" | "radio";
}

/** A labeled checkbox or radio button. */
export function CheckField({ label, hint, type = "checkbox", ...input }: CheckFieldProps) {
  const id = useId();
  const { field, value } = useBodyField(type === "checkbox" ? input.name : undefined);
  const isFlag = field?.kind === "flag";
  const isOn = isFlag ? value === true : Array.isArray(value) ? value.includes(input.value) : value === input.value;
  return (
    <label htmlFor={id} className="flex items-start gap-2.5 py-1 pointer-coarse:py-2">
      {/* Without it, an unchecked box would be missing from the data, like one that the form doesn't have. */}
      {isFlag && <input type="hidden" name={input.name} disabled={input.disabled} value="off" />}
      <input
        {...(field && { defaultChecked: isOn })}
        {...input}
        id={id}
        type={type}
        className="mt-[3px] size-4 flex-none accent-accent"
      />
      <span>
        <span className="font-medium">{label}</span>
        {hint !== undefined && <span className="block text-[13px] leading-5 text-ink-faint">{hint}</span>}
      </span>
    </label>
  );
}

interface CheckFieldsProps {
  legend: string;
  name: string;
  options: readonly (readonly [value: string, label: string, hint: ReactNode])[];
  /** The checked boxes at first. */
  chosen: readonly string[];
}

/** A group of checkboxes, of which at least one must be checked. */
export function CheckFields({ legend, name, options, chosen }: CheckFieldsProps) {
  const [count, setCount] = useState(chosen.length);
  const [isMissing, setMissing] = useState(false);
  return (
    <fieldset className={options.length > 4 ? "grid gap-x-6 sm:grid-cols-2" : "flex flex-wrap gap-x-8"}>
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map(([value, label, hint], index) => (
        <CheckField
          key={value}
          {...{ name, value, label, hint }}
          defaultChecked={chosen.includes(value)}
          required={index === 0 && count === 0}
          onInvalid={(event) => {
            event.preventDefault();
            event.currentTarget.focus();
            setMissing(true);
          }}
          onChange={(event) => {
            setCount(count + (event.target.checked ? 1 : -1));
            setMissing(false);
          }}
        />
      ))}
      {isMissing && <p className="w-full text-[13px] text-danger sm:col-span-2">Choose at least one.</p>}
    </fieldset>
  );
}

interface RadioFieldsProps<Value extends string> {
  legend: string;
  isLegendHidden?: boolean;
  name: string;
  choices: readonly { value: Value; label: string; hint?: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  required?: boolean;
}

/** A group of radio buttons. */
export function RadioFields<Value extends string>(props: RadioFieldsProps<Value>) {
  const { legend, isLegendHidden = false, choices, value, onChange, ...input } = props;
  return (
    <fieldset className="grid gap-1">
      <legend className={isLegendHidden ? "sr-only" : "mb-1 font-medium"}>{legend}</legend>
      {choices.map((choice) => (
        <CheckField
          key={choice.value}
          {...input}
          {...choice}
          type="radio"
          checked={choice.value === value}
          onChange={() => onChange(choice.value)}
        />
      ))}
    </fieldset>
  );
}

interface FieldFrameProps extends FieldProps {
  id: string;
  children: ReactNode;
}

function FieldFrame({ id, label, hint, error, isOptional, children }: FieldFrameProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-[13px] leading-5 text-ink-faint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-[13px] leading-5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** A password that can be shown while it is typed. */
export function PasswordField(field: Omit<ComponentProps<typeof TextField>, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField {...field} type={isShown ? "text" : "password"} />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0 rounded-control text-[13px] leading-[22px] text-accent hover:underline pointer-coarse:px-2"
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </button>
    </div>
  );
}

/** A password that the person chooses now. */
export function NewPasswordField(field: ComponentProps<typeof PasswordField>) {
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      minLength={10}
      maxLength={128}
      required
      hint="At least 10 characters."
    />
  );
}
