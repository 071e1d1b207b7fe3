import { CopyButton } from "../ui/copy-button.tsx";

export function RawStream({ raw }: { raw: string }) {
  return (
    <section>
      <div className="mb-2 flex h-8 items-center justify-between">
        <h2>Raw stream</h2>
        {raw !== "" && <CopyButton text={raw} label="Copy the raw stream" />}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        tabIndex={0}
        className={`overflow-auto rounded-card border border-log-line bg-log px-4 py-3 text-log-ink ${raw === "" ? "" : "h-96"}`}
      >
        {raw === "" ? <span className="text-log-faint">What goes over the wire is shown here.</span> : raw}
      </pre>
    </section>
  );
}
