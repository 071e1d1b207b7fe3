import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { useWords } from "./words.ts";

const shownMilliseconds = 1_600;

export function CopyButton({ text, word }: { text: string; word: "copy" | "copyAnswer" }): JSX.Element {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    // The clipboard isn't available in insecure contexts.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <button class="small-button" type="button" aria-label={isCopied ? words.copied : words[word]} onClick={copy}>
      <Icon name={isCopied ? "check" : "copy"} size={15} />
    </button>
  );
}
