import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { describeSetting, type SettingPath, settingText } from "./setting-values.ts";
import type { Settings } from "./use-structure.ts";

export interface FieldContext {
  settings: Pick<Settings, "descriptions" | "problems" | "changed">;
  canWrite: boolean;
  /** The path of the only setting in a section. Its field doesn't repeat the section's title and text. */
  only?: string | undefined;
  /** The place and message of the last refused change. */
  refused: { setting: string; message: string } | undefined;
  /** Changes the setting; undefined removes it. A function receives the value at that time, and returns the new one. */
  onChange: (path: SettingPath, value: unknown) => void;
}

export interface LeafProps {
  path: SettingPath;
  label: string;
  value: unknown;
  context: FieldContext;
}

/** The label, hint and error of a field. */
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

/** Saved when the field loses the focus, or with Enter. */
export function LineField({ kind, ...props }: LeafProps & { kind: LineKind }) {
  const { path, value, context } = props;
  const saved = value === undefined || value === null ? "" : String(value);
  const [text, setText] = useSavedText(saved);
  const save = (written = text) => {
    if (written === saved) return;
    // Text that isn't a number is sent unchanged, and the server explains the problem.
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
      <div className="min-w-0 flex-1">{field}</div>
      <input
        type="color"
        aria-label={`${props.label}: choose a color`}
        disabled={!context.canWrite}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : "#000000"}
        className={`mt-7 size-9 flex-none rounded-control border border-line-strong bg-surface p-1 ${text === "" ? "[&::-webkit-color-swatch]:opacity-0" : ""}`}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => save()}
      />
    </div>
  );
}

/**
 * The text in a field. A newly saved value replaces the text without recreating the field, which would lose the focus.
 */
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

interface SettingOption {
  value: unknown;
  word: string;
}

/** Not a checkbox, because most settings are on by default, and an empty checkbox would suggest that they are off. */
export const flagOptions: readonly SettingOption[] = [
  { value: true, word: "On" },
  { value: false, word: "Off" },
];

export function SelectSetting({ options, ...props }: LeafProps & { options: readonly SettingOption[] }) {
  const { path, value, context } = props;
  const known = options.find((option) => option.value === value)?.word;
  const unknown = known === undefined && typeof value === "string" ? value : "";
  return (
    <SelectField
      {...describeField(props)}
      disabled={!context.canWrite}
      value={known ?? unknown}
      onChange={(event) => context.onChange(path, options.find(({ word }) => word === event.target.value)?.value)}
    >
      <option value="">Default</option>
      {unknown !== "" && <option value={unknown}>{unknown} (unknown)</option>}
      {options.map(({ word }) => (
        <option key={word}>{word}</option>
      ))}
    </SelectField>
  );
}
