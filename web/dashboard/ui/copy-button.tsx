import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";

const shownMilliseconds = 1_500;

/** Copies a text and briefly confirms it. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), shownMilliseconds);
      return () => clearTimeout(timer);
    }
  }, [isCopied]);
  return (
    <IconButton
      label={isCopied ? "Copied" : label}
      className={className ?? ""}
      onClick={async () => {
        await copyText(text);
        setCopied(true);
      }}
    >
      {isCopied ? <Check size={16} className="text-ok" /> : <Copy size={16} />}
    </IconButton>
  );
}

/** The clipboard API needs a secure origin, but many internal servers use plain HTTP. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text);
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
