import { ChevronRight } from "lucide-react";
import type { Command, EditorState } from "prosemirror-state";
import { useEffect, useState } from "react";
import { CheckField, SelectField, TextArea } from "../../ui/field.tsx";
import { pageSchema } from "../document/page-schema.ts";
import type { UnwrittenEdits } from "../live/unwritten-edits.ts";
import { changeField, changeRest, type FrontmatterFields, readFields, readRest } from "./frontmatter-lines.ts";
import { PickField } from "./pick-field.tsx";
import { TypedField, useFieldText } from "./typed-field.tsx";
import type { VisualPage } from "./visual-page.ts";

const { nodes } = pageSchema;
const modes = ["wide", "custom", "frame", "center", "assistant"];
const flags = [
  { key: "hidden", label: "Hidden", hint: "Not in the navigation." },
  { key: "noindex", label: "Not for search engines", hint: "Adds noindex to the page." },
  { key: "deprecated", label: "Deprecated", hint: "Shows a label next to the title." },
];
const texts = [
  { key: "sidebarTitle", label: "Title in the navigation" },
  { key: "icon", label: "Icon" },
  { key: "tag", label: "Tag" },
];
const formKeys: ReadonlySet<string> = new Set([
  "title",
  "description",
  "mode",
  "keywords",
  ...flags.map(({ key }) => key),
  ...texts.map(({ key }) => key),
]);

/** The frontmatter as a form. Only the lines of changed fields are written. */
export function FrontmatterForm({ page, source }: { page: VisualPage; source: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const fields = readFields(source ?? "---\n---");
  const isReadOnly = !page.canWrite;
  const change = (write: (source: string | undefined) => string) => page.run(setFrontmatter(write), false);
  const set = (key: string, value: string, isList = false) => {
    // A value that the form can't show is kept. Only the YAML field below changes it.
    change((current) => changeField(current, key, value, isList));
  };
  const rest = source === undefined ? "" : readRest(source, formKeys);
  return (
    <form className="mb-7" aria-label="Page settings" onSubmit={(event) => event.preventDefault()}>
      <LineField name="title" label="Title" placeholder="Untitled page" {...{ fields, set, isReadOnly }} />
      <LineField
        name="description"
        label="Description"
        placeholder="Add a description"
        {...{ fields, set, isReadOnly }}
      />
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="mt-2 inline-flex h-8 items-center gap-1 rounded-control pr-2 text-[13px] text-ink-faint hover:text-ink pointer-coarse:h-10"
      >
        <ChevronRight size={16} className={`transition-transform ${isOpen ? "rotate-90" : ""}`} aria-hidden />
        Page settings
      </button>
      {isOpen && (
        <fieldset
          disabled={isReadOnly}
          className="mt-2 grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2"
        >
          <legend className="sr-only">Page settings</legend>
          {texts.map(({ key, label }) => {
            const field = { label, value: fields.get(key) ?? "", onChange: (value: string) => set(key, value) };
            return key === "icon" ? (
              <PickField key={key} {...field} kind="icon" from={page} />
            ) : (
              <TypedField key={key} {...field} />
            );
          })}
          <SelectField
            label="Layout"
            value={fields.get("mode") ?? ""}
            onChange={(event) => set("mode", event.target.value)}
          >
            <option value="">Default</option>
            {modes.map((mode) => (
              <option key={mode}>{mode}</option>
            ))}
          </SelectField>
          <div className="sm:col-span-2">
            <TypedField
              label="Keywords"
              hint="Separated by commas."
              value={fields.get("keywords") ?? ""}
              onChange={(value) => set("keywords", value, true)}
            />
          </div>
          <div className="sm:col-span-2">
            {flags.map(({ key, label, hint }) => (
              <CheckField
                key={key}
                label={label}
                hint={hint}
                checked={fields.get(key) === "true"}
                onChange={(event) => set(key, event.target.checked ? "true" : "")}
              />
            ))}
          </div>
          <div className="sm:col-span-2">
            <RestField
              value={rest}
              unwritten={page.session.unwritten}
              onChange={(text) => change((current) => changeRest(current, formKeys, text))}
            />
          </div>
        </fieldset>
      )}
    </form>
  );
}

const lineClasses = {
  title: "text-[30px] leading-10 font-[650] tracking-[-0.02em]",
  description: "mt-2 text-[18px] leading-7 text-ink-soft",
};

interface LineFieldProps {
  name: keyof typeof lineClasses;
  label: string;
  placeholder: string;
  fields: FrontmatterFields;
  isReadOnly: boolean;
  set: (key: string, value: string) => void;
}

/** The title and description look and wrap like those of the page. */
function LineField({ name, label, placeholder, fields, set, isReadOnly }: LineFieldProps) {
  const [text, setText] = useFieldText(fields.get(name) ?? "", (value) => set(name, value));
  return (
    <div className={`growing-text ${lineClasses[name]}`} data-text={`${text} `}>
      <textarea
        aria-label={label}
        dir="auto"
        placeholder={placeholder}
        rows={1}
        className="placeholder:text-ink-faint"
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => setText(event.target.value.replaceAll("\n", " "))}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
    </div>
  );
}

interface RestFieldProps {
  value: string;
  unwritten: UnwrittenEdits;
  onChange: (text: string) => void;
}

/** Written when the field loses the focus, because half a line may belong to another key. */
function RestField({ value, unwritten, onChange }: RestFieldProps) {
  const [text, setText] = useState(value);
  const [isFocused, setFocused] = useState(false);
  const isWaiting = isFocused && text !== value;
  useEffect(() => {
    unwritten.set(setText, isWaiting ? () => onChange(text) : undefined);
    return () => unwritten.set(setText, undefined);
  });
  return (
    <TextArea
      label="Other settings"
      hint="YAML, one setting per line."
      rows={Math.min(10, Math.max(2, value.split("\n").length))}
      spellCheck={false}
      className="font-mono text-[12.5px]"
      value={isFocused ? text : value}
      onFocus={() => {
        setText(value);
        setFocused(true);
      }}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        setFocused(false);
        if (isWaiting) onChange(text);
      }}
    />
  );
}

/** Whether the page can't be parsed. Then its frontmatter is part of the only block. */
export function isUnreadable({ doc: { firstChild } }: EditorState): boolean {
  return firstChild?.type === nodes.opaque && firstChild.attrs.kind === "page";
}

/** The frontmatter of the page, if it has one. */
export function frontmatterSource({ doc: { firstChild } }: EditorState): string | undefined {
  return firstChild?.type === nodes.frontmatter ? String(firstChild.attrs.source) : undefined;
}

function setFrontmatter(change: (source: string | undefined) => string): Command {
  return (state, dispatch) => {
    const before = frontmatterSource(state);
    const after = change(before);
    if (after === (before ?? "")) return false;
    const tr = state.tr.setMeta("frontmatter", true);
    if (before === undefined) tr.insert(0, nodes.frontmatter.create({ source: after }));
    else tr.setNodeAttribute(0, "source", after);
    dispatch?.(tr);
    return true;
  };
}
