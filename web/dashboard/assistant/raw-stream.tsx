import { CopyButton } from "../ui/copy-button.tsx";

/** The stream as a chat client gets it. */
export function RawStream({ raw }: { raw: string }) {
  return (
    <section>
      <div className="mb-2 flex items-center justify-between">
        <h2>Raw stream</h2>
        {raw !== "" && <CopyButton text={raw} label="Copy the raw stream" />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0} className="h-72 overflow-auto rounded-card bg-log px-4 py-3 text-log-ink">
        {raw === "" ? <span className="text-log-faint">What goes over the wire is shown here.</span> : raw}
      </pre>
    </section>
  );
}
