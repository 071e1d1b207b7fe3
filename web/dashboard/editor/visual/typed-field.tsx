import { type ComponentProps, useEffect, useRef, useState } from "react";
import { TextField } from "../../ui/field.tsx";
import type { VisualOptions } from "./host.ts";

const suggestionsMax = 500;

interface TypedFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "onChange"> {
  value: string;
  onChange: (text: string) => void;
}

/** A text field that reports every change, without surrounding whitespace. */
export function TypedField({ value, onChange, ...field }: TypedFieldProps) {
  const [text, setText] = useFieldText(value, onChange);
  return <TextField {...field} value={text} onChange={(event) => setText(event.target.value)} />;
}

/** The pages that a field with this list suggests. */
export function PageList({ id, pages }: { id: string; pages: VisualOptions["pages"] }) {
  return (
    <datalist id={id}>
      {pages.slice(0, suggestionsMax).map(({ path, title, url }) => (
        <option key={path} value={url}>
          {title}
        </option>
      ))}
    </datalist>
  );
}

/** The text of a field. The stored value has no surrounding whitespace, but the text may have some during typing. */
export function useFieldText(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const written = useRef(value);
  useEffect(() => {
    if (value !== written.current) setText(value);
    written.current = value;
  }, [value]);
  return [
    text,
    (next) => {
      setText(next);
      if (next.trim() === written.current) return;
      written.current = next.trim();
      onChange(next.trim());
    },
  ];
}
