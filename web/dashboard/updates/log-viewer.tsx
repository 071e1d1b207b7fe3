import { ArrowDownToLine, Search, WrapText } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import type { FindFileTarget } from "./file-link.tsx";
import { LogJumps } from "./log-jumps.tsx";
import { LogRow } from "./log-row.tsx";
import { type LogLine, readLogLine } from "./read-log.ts";

interface LogViewerProps {
  lines: readonly LogLine[];
  /** Whether the update is still running. */
  isLive: boolean;
  fileLink?: FindFileTarget | undefined;
}

/** Shows errors and warnings first, then the whole log. Dark in both themes. */
export function LogViewer({ lines, isLive, fileLink }: LogViewerProps) {
  const [isFollowing, setFollowing] = useState(true);
  const [isWrapped, setWrapped] = useState(false);
  const [search, setSearch] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => lines.map((line, index) => ({ ...line, ...readLogLine(line.text), index })), [lines]);
  const words = search.trim().toLowerCase();
  const shown = words === "" ? rows : rows.filter(({ text }) => text.toLowerCase().includes(words));

  useEffect(() => {
    if (isFollowing && isLive && box.current !== null && shown.length > 0) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [isFollowing, isLive, shown.length]);

  return (
    <div className="overflow-hidden rounded-card border border-log-line bg-log text-log-ink">
      <div className="flex flex-wrap items-center gap-1 border-b border-log-line px-2 py-1.5">
        <label className="flex min-w-0 flex-1 basis-24 items-center gap-2 px-2">
          <Search size={16} className="text-log-faint" />
          <span className="sr-only">Search in the log</span>
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder="Search in the log"
            className="h-8 w-full min-w-0 rounded-control bg-transparent px-1 text-log-ink placeholder:text-log-faint pointer-coarse:min-h-10 pointer-coarse:text-base"
          />
        </label>
        <span className="hidden px-1 text-xs sm:inline text-log-faint tabular-nums">
          {words === "" ? count(rows.length, "line") : `${shown.length} of ${rows.length}`}
        </span>
        <Toggle label="Follow" isOn={isFollowing} onChange={setFollowing} isDisabled={!isLive}>
          <ArrowDownToLine size={16} />
        </Toggle>
        <Toggle label="Wrap" isOn={isWrapped} onChange={setWrapped}>
          <WrapText size={16} />
        </Toggle>
        <CopyButton
          text={lines.map(({ text }) => text).join("\n")}
          label="Copy the log"
          className="text-log-faint hover:bg-log-raised hover:text-log-ink"
        />
      </div>
      <LogJumps
        rows={rows}
        fileLink={fileLink}
        onJump={(index) => {
          setSearch("");
          setFollowing(false);
          requestAnimationFrame(() => {
            const row = document.getElementById(`log-${index + 1}`);
            row?.scrollIntoView({ block: "center" });
            row?.focus({ preventScroll: true });
          });
        }}
      />
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        tabIndex={0}
        role="log"
        aria-label="Log"
        className="max-h-[min(60vh,560px)] min-h-24 overflow-auto py-2"
      >
        <ol className={isWrapped ? "" : "w-max min-w-full"}>
          {shown.map((row) => (
            <LogRow key={row.index} row={row} isWrapped={isWrapped} fileLink={fileLink} />
          ))}
        </ol>
        {shown.length === 0 && (
          <p className="px-4 py-2 text-[13px] text-log-faint">
            {words === "" ? "Nothing has been written yet." : "No matching lines."}
          </p>
        )}
      </div>
    </div>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  children: React.ReactNode;
}

function Toggle({ label, isOn, isDisabled = false, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
      className={`inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-xs transition-colors duration-150 hover:bg-log-raised disabled:opacity-40 pointer-coarse:min-h-10 ${isOn && !isDisabled ? "text-log-accent" : "text-log-faint"}`}
    >
      {children}
      <span className="sr-only sm:not-sr-only">{label}</span>
    </button>
  );
}
