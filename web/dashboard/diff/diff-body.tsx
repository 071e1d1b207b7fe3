import { useCallback, useEffect, useMemo } from "react";
import { createStore } from "../ui/store.ts";
import { useInView } from "../ui/use-in-view.ts";
import { colorHunk } from "./color-hunk.ts";
import { InlineRows, SplitRows } from "./diff-rows.tsx";
import { type DiffLayout, useDiffLayout } from "./diff-switch.tsx";
import type { highlight as Highlight } from "./highlight.ts";
import type { FileChangeKind, Hunk } from "./parse-patch.ts";

const shownLinesMax = 4_000;

interface DiffBodyProps {
  path: string;
  change: FileChangeKind;
  hunks: readonly Hunk[];
  /** Whether there is never room for two columns. */
  isNarrow?: boolean;
}

/** The lines of a diff, or the reason why there are none. */
export function DiffBody({ path, change, hunks, isNarrow = false }: DiffBodyProps) {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  if (lines === 0) {
    return (
      <p className="px-4 py-3 text-ink-soft">
        {change === "renamed"
          ? "Renamed without changes."
          : "This file is empty, binary or too long, so its changes aren't shown here."}
      </p>
    );
  }
  if (lines > shownLinesMax) {
    return <p className="px-4 py-3 text-ink-soft">This diff is too long to show here. Fetch the branch to see it.</p>;
  }
  return <DiffTable {...{ path, hunks, isNarrow }} />;
}

const columns: Record<DiffLayout, readonly string[]> = {
  inline: ["w-11 max-sm:w-0", "w-11", "w-5", ""],
  split: ["w-11", "w-5", "", "w-11", "w-5", ""],
};
const lineHeight = 20;

function DiffTable({ path, hunks, isNarrow }: Required<Omit<DiffBodyProps, "change">>) {
  const { layout: chosen } = useDiffLayout();
  const layout = isNarrow ? "inline" : chosen;
  return (
    <table className="w-full table-fixed border-collapse font-mono text-[12.5px] leading-5">
      <caption className="sr-only">
        {layout === "split" ? "Before and after, side by side" : "Changes, one line after the other"}
      </caption>
      <colgroup>
        {columns[layout].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
          <col key={index} className={width} />
        ))}
      </colgroup>
      {hunks.map((hunk) => (
        <HunkRows key={`${hunk.before} ${hunk.after}`} path={path} hunk={hunk} layout={layout} />
      ))}
    </table>
  );
}

/** Drawn only when it comes into view, because each line needs more than ten elements. */
function HunkRows({ path, hunk, layout }: { path: string; hunk: Hunk; layout: DiffLayout }) {
  const [target, wasSeen] = useInView<HTMLTableSectionElement>();
  const highlight = useHighlight();
  const colored = useMemo(
    () => (wasSeen ? colorHunk(hunk, (code) => highlight(path, code)) : undefined),
    [hunk, highlight, path, wasSeen],
  );
  return (
    <tbody ref={target}>
      {hunk.before > 0 && hunk.after > 0 && (
        <tr className="bg-sunken text-ink-faint">
          <td colSpan={columns[layout].length} className="truncate px-3 py-0.5 text-xs">
            Line {hunk.after}
            {hunk.context !== "" && ` · ${hunk.context}`}
          </td>
        </tr>
      )}
      {colored === undefined ? (
        <tr style={{ height: hunk.lines.length * lineHeight }} />
      ) : layout === "split" ? (
        <SplitRows hunk={colored} />
      ) : (
        <InlineRows hunk={colored} />
      )}
    </tbody>
  );
}

const loaded = createStore<typeof Highlight | undefined>(undefined);
let isLoading = false;

/** Loads the grammars lazily. Until then code is plain, and the layout doesn't shift when the colors appear. */
function useHighlight(): (path: string, code: string) => string {
  const highlight = loaded.use();
  useEffect(load, []);
  return useCallback((path, code) => highlight?.(path, code) ?? escapeText(code), [highlight]);
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  void import("./highlight.ts").then(
    (module) => loaded.set(module.highlight),
    // If the grammars can't be loaded, the code stays plain. The next diff tries again.
    () => {
      isLoading = false;
    },
  );
}

function escapeText(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
