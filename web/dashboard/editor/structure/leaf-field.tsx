import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { describeSetting, type SettingPath, settingText } from "./setting-values.ts";
import type { Settings } from "./use-structure.ts";

export interface FieldContext {
  settings: Pick<Settings, "descriptions" | "problems" | "changed">;
  canWrite: boolean;
  /** The last change was refused: where, and why. */
  refused: { setting: string; message: string } | undefined;
  /** Undefined removes the setting. */
  onChange: (path: SettingPath, value: unknown) => void;
}

export interface LeafProps {
  path: SettingPath;
  label: string;
  value: unknown;
  context: FieldContext;
}

/** The text, hint and error of a field. */
export function describeField({ path, label, context }: Omit<LeafProps, "value">) {
  const { settings, refused } = context;
  const setting = settingText(path);
  const problem = settings.problems.find((one) => one.setting === setting);
  const isChanged = settings.changed.some((one) => one === setting || one.startsWith(`${setting}.`));
  const error =
    refused?.setting === setting
      ? refused.message
      : problem && `Line ${problem.line ?? "?"}: ${problem.message}${problem.hint ? ` (${problem.hint})` : ""}`;
  return {
    label: (
      <>
        {label}
        {isChanged && (
          <span className="ml-2 align-middle">
            <Badge tone="accent">changed</Badge>
          </span>
        )}
      </>
    ),
    hint: describeSetting(settings.descriptions, path),
    error,
  };
}

type LineKind = "text" | "color" | "file" | "link" | "number";

/** Saved when the field is left, or with Enter. */
export function LineField({ kind, ...props }: LeafProps & { kind: LineKind }) {
  const { path, value, context } = props;
  const saved = value === undefined || value === null ? "" : String(value);
  const [text, setText] = useSavedText(saved);
  const save = (written = text) => {
    if (written === saved) return;
    // Something that isn't a number is sent as it is, and refused with the reason.
    const isNumber = kind === "number" && Number.isFinite(Number(written));
    context.onChange(path, written === "" ? undefined : isNumber ? Number(written) : written);
  };
  const field = (
    <TextField
      {...describeField(props)}
      value={text}
      disabled={!context.canWrite}
      placeholder={kind === "file" ? "/images/logo.svg" : undefined}
      inputMode={kind === "number" ? "decimal" : undefined}
      className={kind === "text" ? "" : "font-mono text-[13px]"}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => save()}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        save();
      }}
    />
  );
  if (kind !== "color") return field;
  return (
    <div className="flex items-start gap-2">
      <input
        type="color"
        aria-label={`${props.label}: choose a color`}
        disabled={!context.canWrite}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : "#000000"}
        className="mt-7 size-9 flex-none rounded-control border border-line-strong bg-surface p-1"
        onChange={(event) => setText(event.target.value)}
        onBlur={(event) => save(event.target.value === "#000000" && text === "" ? "" : text)}
      />
      <div className="min-w-0 flex-1">{field}</div>
    </div>
  );
}

/** What is written in a field. A new saved text replaces it, but not the field, which keeps the focus. */
function useSavedText(saved: string) {
  const [state, setState] = useState({ saved, text: saved });
  if (state.saved !== saved) setState({ saved, text: saved });
  return [state.text, (text: string) => setState({ saved, text })] as const;
}

export function JsonField(props: LeafProps) {
  const { path, value, context } = props;
  const [text, setText] = useSavedText(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState<string>();
  const { error, ...shared } = describeField(props);
  return (
    <TextArea
      {...shared}
      error={wrong ?? error}
      value={text}
      disabled={!context.canWrite}
      className="font-mono text-[13px]"
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        try {
          setWrong(undefined);
          const next: unknown = text.trim() === "" ? undefined : JSON.parse(text);
          if (JSON.stringify(next) !== JSON.stringify(value)) context.onChange(path, next);
        } catch {
          setWrong("This isn't valid JSON.");
        }
      }}
    />
  );
}

export function FlagField(props: LeafProps) {
  const { path, value, context } = props;
  const { canWrite, onChange } = context;
  const shared = { ...describeField(props), disabled: !canWrite };
  const { error, label: name, hint, disabled } = shared;
  return (
    <div>
      <CheckField
        label={name}
        hint={hint}
        disabled={disabled}
        checked={value === true}
        onChange={(event) => onChange(path, event.target.checked)}
      />
      {error !== undefined && <p className="text-[13px] text-danger">{error}</p>}
    </div>
  );
}

export function SelectSetting({ words, ...props }: LeafProps & { words: readonly string[] }) {
  const { path, value, context } = props;
  const { canWrite, onChange } = context;
  const shared = { ...describeField(props), disabled: !canWrite };
  const isKnown = words.some((word) => word === value);
  return (
    <SelectField
      {...shared}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(path, event.target.value === "" ? undefined : event.target.value)}
    >
      <option value="">Default</option>
      {!isKnown && typeof value === "string" && value !== "" && <option value={value}>{value} (unknown)</option>}
      {words.map((word) => (
        <option key={word} value={word}>
          {word}
        </option>
      ))}
    </SelectField>
  );
}
