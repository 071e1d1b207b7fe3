import { useEffect, useRef, useState } from "react";

/** The text of a field whose value is stored without surrounding whitespace, which exists only while someone types. */
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
