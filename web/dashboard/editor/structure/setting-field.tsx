import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { FieldForm } from "../../../../src/contract/field-form.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import {
  describeField,
  type FieldContext,
  flagOptions,
  JsonField,
  type LeafProps,
  LineField,
  SelectSetting,
} from "./leaf-field.tsx";
import {
  chosenForm,
  emptyValue,
  isRecord,
  itemsOf,
  labelOf,
  newValue,
  otherForm,
  type SettingPath,
} from "./setting-values.ts";

interface SettingFieldProps extends LeafProps {
  form: FieldForm;
}

/** One setting with its description, its error, and whether the draft changes it. */
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
  if (form.kind === "flag") return <SelectSetting {...props} options={flagOptions} />;
  if (form.kind === "select") {
    return <SelectSetting {...props} options={form.words.map((word) => ({ value: word, word }))} />;
  }
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
  const items = itemsOf(value);
  const isList = Array.isArray(value);
  const { canWrite, onChange } = context;
  return (
    <Fieldset {...props}>
      {items.map((item, index) => (
        <Removable
          // biome-ignore lint/suspicious/noArrayIndexKey: an item of a list has nothing but its position
          key={index}
          label={`${label} ${index + 1}`}
          canWrite={canWrite}
          onRemove={() => onChange(path, (latest: unknown) => without(itemsOf(latest), index, item))}
        >
          <SettingField
            path={isList ? [...path, index] : path}
            label={`${label} ${index + 1}`}
            form={form.item}
            value={item}
            context={context}
          />
        </Removable>
      ))}
      {canWrite && items.length < form.itemsMax && (
        <NewItem
          label={label}
          form={form.item}
          onAdd={(item) => onChange(path, (latest: unknown) => [...itemsOf(latest), item])}
        />
      )}
    </Fieldset>
  );
}

/** Checks that the item is still there, so that a second click doesn't remove the next one. */
function without(items: readonly unknown[], index: number, item: unknown): readonly unknown[] | undefined {
  const isThere = JSON.stringify(items[index]) === JSON.stringify(item);
  const rest = isThere ? items.toSpliced(index, 1) : items;
  return rest.length === 0 ? undefined : rest;
}

/** A new item is saved once it is filled in, because an empty one wouldn't be valid. */
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
    onChange: (path, value) => setDraft(withValue(draft, path, newValue(draft, path, value))),
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
  const { path, value, context } = props;
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const entries = Object.entries(isRecord(value) ? value : {});
  const isTaken = entries.some(([key]) => key === name.trim());
  return (
    <Fieldset {...props}>
      {entries.map(([key, item]) => (
        <Removable
          key={key}
          label={key}
          canWrite={context.canWrite}
          onRemove={() => context.onChange([...path, key], undefined)}
        >
          <SettingField path={[...path, key]} label={key} form={form.item} value={item} context={context} />
        </Removable>
      ))}
      {context.canWrite && (
        <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <TextField
            label="New name"
            value={name}
            error={isTaken ? "This name already exists." : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField label="Value" value={text} onChange={(event) => setText(event.target.value)} />
          <Button
            icon={<Plus size={16} aria-hidden />}
            disabled={name.trim() === "" || text === "" || isTaken}
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

interface RemovableProps {
  label: string;
  canWrite: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** The button is next to the item's name, so that the fields get the full width. */
function Removable({ label, canWrite, onRemove, children }: RemovableProps) {
  return (
    <div className="relative">
      {children}
      {canWrite && (
        <IconButton label={`Remove ${label}`} className="absolute -top-1.5 right-0" onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
      )}
    </div>
  );
}

function Fieldset({ children, ...props }: LeafProps & { children: ReactNode }) {
  const id = useId();
  const { label, hint, error } = describeField(props);
  const [first, ...below] = props.path;
  if (first === undefined || (first === props.context.only && below.length === 0)) {
    return (
      <div className="grid gap-4">
        {error !== undefined && <p className="text-[13px] text-danger">{error}</p>}
        {children}
      </div>
    );
  }
  return (
    <fieldset className="min-w-0" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className="pr-9 font-medium">{label}</legend>
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
