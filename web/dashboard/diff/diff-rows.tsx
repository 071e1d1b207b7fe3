import { Fragment, useContext } from "react";
import type { ColoredHunk } from "./color-hunk.ts";
import { type DiffSide, LineNotesContext } from "./line-notes.ts";
import type { PatchLine } from "./parse-patch.ts";

const lineTints: Record<PatchLine["kind"], string> = {
  same: "",
  added: "bg-ok-soft/70",
  removed: "bg-danger-soft/70",
};
const wordTints: Record<PatchLine["kind"], string> = { same: "", added: "bg-ok/20", removed: "bg-danger/15" };
const signs: Record<PatchLine["kind"], string> = { same: "", added: "+", removed: "−" };
const numberClass = "w-11 px-2 text-right align-top text-ink-faint tabular-nums select-none";
const codeClass = "pr-4 align-top whitespace-pre-wrap [overflow-wrap:anywhere]";

export function InlineRows({ hunk }: { hunk: ColoredHunk }) {
  return hunk.lines.map((line) => (
    <Fragment key={`${line.before} ${line.after}`}>
      <tr className={lineTints[line.kind]}>
        {/* Phones show one column of line numbers. The other column collapses there, so that every row keeps four cells. */}
        <td className={`${numberClass} max-sm:w-0 max-sm:px-0`}>
          <span className="max-sm:hidden">
            {line.kind === "removed" ? <LineNumber side="old" line={line.before} /> : line.before}
          </span>
        </td>
        <td className={numberClass}>
          {line.kind === "removed" ? (
            <span className="sm:hidden">
              <LineNumber side="old" line={line.before} />
            </span>
          ) : (
            <LineNumber side="new" line={line.after} />
          )}
        </td>
        <Sign line={line} />
        <td className={codeClass}>
          <Code hunk={hunk} line={line} />
        </td>
      </tr>
      <Notes columns={4} old={line.before} current={line.after} />
    </Fragment>
  ));
}

/** Old on the left, new on the right. */
export function SplitRows({ hunk }: { hunk: ColoredHunk }) {
  return hunk.pairs.map(({ left, right }) => (
    <Fragment key={`${left?.before} ${right?.after}`}>
      <tr>
        <Side hunk={hunk} line={left} side="old" />
        <Side hunk={hunk} line={right} side="new" />
      </tr>
      <Notes columns={6} old={left?.before} current={right?.after} />
    </Fragment>
  ));
}

function Side({ hunk, line, side }: { hunk: ColoredHunk; line: PatchLine | undefined; side: DiffSide }) {
  const edge = side === "new" ? "border-l border-line" : "";
  if (line === undefined) {
    return <td colSpan={3} className={`bg-sunken/60 ${edge}`} />;
  }
  const tint = lineTints[line.kind];
  return (
    <>
      <td className={`${numberClass} ${tint} ${edge}`}>
        <LineNumber side={side} line={side === "old" ? line.before : line.after} />
      </td>
      <Sign line={line} className={tint} />
      <td className={`${codeClass} ${tint}`}>
        <Code hunk={hunk} line={line} />
      </td>
    </>
  );
}

/** The line number, as a button if people can comment on the diff. */
function LineNumber({ side, line }: { side: DiffSide; line: number | undefined }) {
  const onLine = useContext(LineNotesContext)?.onLine;
  if (onLine === undefined || line === undefined) {
    return line;
  }
  return (
    <button
      type="button"
      title="Comment on this line"
      aria-label={`Comment on line ${line}${side === "old" ? " of the old version" : ""}`}
      onClick={() => onLine(side, line)}
      className="w-full cursor-pointer text-right hover:text-accent hover:underline"
    >
      {line}
    </button>
  );
}

function Notes({ columns, old, current }: { columns: number; old: number | undefined; current: number | undefined }) {
  const notes = useContext(LineNotesContext);
  const below = [
    old === undefined ? undefined : notes?.below("old", old),
    current === undefined ? undefined : notes?.below("new", current),
  ].filter((note) => note !== undefined && note !== null);
  return below.length === 0 ? null : (
    <tr>
      <td colSpan={columns} className="border-y border-line bg-canvas p-3 font-sans text-sm leading-[22px]">
        <div className="grid max-w-[76ch] gap-3">
          {below.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one per side.
            <Fragment key={index}>{note}</Fragment>
          ))}
        </div>
      </td>
    </tr>
  );
}

function Sign({ line: { kind }, className = "" }: { line: PatchLine; className?: string }) {
  return (
    <td className={`w-5 align-top select-none ${className}`}>
      <span aria-hidden>{signs[kind]}</span>
      {kind !== "same" && <span className="sr-only">{kind}</span>}
    </td>
  );
}

function Code({ hunk, line }: { hunk: ColoredHunk; line: PatchLine }) {
  return hunk.runsOf(line).map(({ text, className, isChanged }, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: runs of a line may repeat but never move.
      key={index}
      className={isChanged ? `rounded-xs ${wordTints[line.kind]} ${className}` : className}
    >
      {text}
    </span>
  ));
}
