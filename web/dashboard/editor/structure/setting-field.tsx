import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { FieldForm } from "../../../../src/contract/field-form.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import {
  describeField,
  type FieldContext,
  FlagField,
  JsonField,
  type LeafProps,
  LineField,
  SelectSetting,
} from "./leaf-field.tsx";
import { chosenForm, emptyValue, isRecord, labelOf, otherForm, type SettingPath } from "./setting-values.ts";

interface SettingFieldProps extends LeafProps {
  form: FieldForm;
}

/** One setting, with what it means, what is wrong with it, and whether the draft changes it. */
export function SettingField({ form, ...props }: SettingFieldProps) {
  const { path, label, value, context } = props;
  const other = context.canWrite ? otherForm(form, value) : undefined;
  const field = <PlainField {...props} form={chosenForm(form, value)} />;
  if (other === undefined) return field;
  return (
    <div className="grid gap-1.5">
      {field}
      <div>
        <button
          type="button"
          aria-label={`${label}: ${isRecord(value) ? "use one value" : "set each part"}`}
          className="text-[13px] text-accent-strong underline-offset-2 hover:underline pointer-coarse:min-h-10"
          onClick={() => context.onChange(path, other)}
        >
          {isRecord(value) ? "Use one value" : "Set each part"}
        </button>
      </div>
    </div>
  );
}

function PlainField({ form, ...props }: LeafProps & { form: ReturnType<typeof chosenForm> }) {
  if (form.kind === "object") return <ObjectField {...props} form={form} />;
  if (form.kind === "list") return <ListField {...props} form={form} />;
  if (form.kind === "map") return <MapField {...props} form={form} />;
  if (form.kind === "flag") return <FlagField {...props} />;
  if (form.kind === "select") return <SelectSetting {...props} words={form.words} />;
  if (form.kind === "json") return <JsonField {...props} />;
  return <LineField {...props} kind={form.kind} />;
}

type Kind<Name extends FieldForm["kind"]> = Extract<FieldForm, { kind: Name }>;
type FormProps<Name extends FieldForm["kind"]> = LeafProps & { form: Kind<Name> };

function ObjectField({ form, ...props }: FormProps<"object">) {
  const { path, value, context } = props;
  const values = isRecord(value) ? value : {};
  return (
    <Fieldset {...props}>
      {Object.entries(form.fields).map(([key, field]) => (
        <SettingField
          key={key}
          path={[...path, key]}
          label={labelOf(key)}
          form={field}
          value={values[key]}
          context={context}
        />
      ))}
    </Fieldset>
  );
}

function ListField({ form, ...props }: FormProps<"list">) {
  const { path, value, context, label } = props;
  // A single text is allowed where a list is; it becomes one with the second item.
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const isList = Array.isArray(value);
  const { canWrite, onChange } = context;
  return (
    <Fieldset {...props}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item of a list has nothing but its position
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SettingField
              path={isList ? [...path, index] : path}
              label={`${label} ${index + 1}`}
              form={form.item}
              value={item}
              context={context}
            />
          </div>
          {canWrite && (
            <IconButton
              label={`Remove ${label} ${index + 1}`}
              className="mt-7"
              onClick={() =>
                onChange(path, items.length === 1 ? undefined : items.filter((_, other) => other !== index))
              }
            >
              <Trash2 size={16} />
            </IconButton>
          )}
        </div>
      ))}
      {canWrite && items.length < form.itemsMax && (
        <NewItem label={label} form={form.item} onAdd={(item) => onChange(path, [...items, item])} />
      )}
    </Fieldset>
  );
}

/** A new item is sent once it is filled in: an empty one wouldn't be valid. */
function NewItem({ label, form, onAdd }: { label: string; form: FieldForm; onAdd: (item: unknown) => void }) {
  const [draft, setDraft] = useState<unknown>();
  if (draft === undefined) {
    return (
      <div>
        <Button size="small" icon={<Plus size={16} aria-hidden />} onClick={() => setDraft(emptyValue(form))}>
          Add to {label.toLowerCase()}
        </Button>
      </div>
    );
  }
  const context: FieldContext = {
    settings: { descriptions: {}, problems: [], changed: [] },
    canWrite: true,
    refused: undefined,
    onChange: (path, value) => setDraft(withValue(draft, path, value)),
  };
  return (
    <div className="grid gap-3 rounded-card border border-line p-3">
      <SettingField path={[]} label={`New: ${label}`} form={form} value={draft} context={context} />
      <div className="flex gap-2">
        <Button
          size="small"
          look="primary"
          onClick={() => {
            onAdd(draft);
            setDraft(undefined);
          }}
        >
          Add
        </Button>
        <Button size="small" onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function withValue(holder: unknown, [key, ...rest]: SettingPath, value: unknown): unknown {
  if (key === undefined) return value ?? "";
  if (Array.isArray(holder)) return holder.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  const { [key]: before, ...others } = isRecord(holder) ? holder : {};
  return value === undefined && rest.length === 0 ? others : { ...others, [key]: withValue(before, rest, value) };
}

function MapField({ form, ...props }: FormProps<"map">) {
  const { path, value, context, label } = props;
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const entries = Object.entries(isRecord(value) ? value : {});
  return (
    <Fieldset {...props}>
      {entries.map(([key, item]) => (
        <div key={key} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SettingField path={[...path, key]} label={key} form={form.item} value={item} context={context} />
          </div>
          {context.canWrite && (
            <IconButton
              label={`Remove ${key}`}
              className="mt-7"
              onClick={() => context.onChange([...path, key], undefined)}
            >
              <Trash2 size={16} />
            </IconButton>
          )}
        </div>
      ))}
      {context.canWrite && (
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={`New name in ${label.toLowerCase()}`}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField label="Value" value={text} onChange={(event) => setText(event.target.value)} />
          <Button
            icon={<Plus size={16} aria-hidden />}
            disabled={name.trim() === "" || text === ""}
            onClick={() => {
              context.onChange([...path, name.trim()], text);
              setName("");
              setText("");
            }}
          >
            Add
          </Button>
        </div>
      )}
    </Fieldset>
  );
}

function Fieldset({ children, ...props }: LeafProps & { children: ReactNode }) {
  const id = useId();
  const { label, hint, error } = describeField(props);
  if (props.path.length === 0) return <div className="grid gap-4">{children}</div>;
  return (
    <fieldset className="min-w-0" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className="font-medium">{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-[13px] leading-5 text-ink-faint">
          {hint}
        </p>
      )}
      {error !== undefined && <p className="text-[13px] text-danger">{error}</p>}
      <div className="mt-3 grid gap-4 border-l border-line pl-4">{children}</div>
    </fieldset>
  );
}
