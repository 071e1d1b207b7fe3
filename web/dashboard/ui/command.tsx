import { CopyButton } from "./copy-button.tsx";

/** A command with a copy button, dark in both themes. Long commands scroll. */
export function Command({ text, label = "Copy command" }: { text: string; label?: string }) {
  return (
    <div className="flex items-start rounded-card border border-log-line bg-log text-log-ink">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto rounded-card py-3 pr-2 pl-4 whitespace-pre">
        {text}
      </pre>
      <CopyButton
        text={text}
        label={label}
        className="m-1.5 flex-none text-log-faint hover:bg-log-raised hover:text-log-ink"
      />
    </div>
  );
}

/** A value such as an ID or address, with a copy button. */
export function CopyValue({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="truncate rounded-control bg-sunken px-2 py-1" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** A value among the fields of a form. */
export function CopyField({ label, text, copy, hint }: { label: string; text: string; copy: string; hint?: string }) {
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <CopyValue text={text} label={copy} />
      {hint !== undefined && <span className="text-[13px] text-ink-faint">{hint}</span>}
    </div>
  );
}
