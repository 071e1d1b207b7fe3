import type { ColoredHunk } from "./color-hunk.ts";
import type { PatchLine } from "./parse-patch.ts";

const lineTints: Record<PatchLine["kind"], string> = {
  same: "",
  added: "bg-ok-soft/70",
  removed: "bg-danger-soft/70",
};
const wordTints: Record<PatchLine["kind"], string> = { same: "", added: "bg-ok/25", removed: "bg-danger/25" };
const signs: Record<PatchLine["kind"], string> = { same: "", added: "+", removed: "−" };
const numberClass = "w-11 px-2 text-right align-top text-ink-faint tabular-nums select-none";
const codeClass = "pr-4 align-top whitespace-pre-wrap [overflow-wrap:anywhere]";

export function InlineRows({ hunk }: { hunk: ColoredHunk }) {
  return hunk.lines.map((line) => (
    <tr key={`${line.before} ${line.after}`} className={lineTints[line.kind]}>
      {/* Phones show one column of numbers. This one collapses there, so that every row keeps four cells. */}
      <td className={`${numberClass} max-sm:w-0 max-sm:px-0`}>
        <span className="max-sm:hidden">{line.before}</span>
      </td>
      <td className={numberClass}>{line.after ?? <span className="sm:hidden">{line.before}</span>}</td>
      <Sign line={line} />
      <td className={codeClass}>
        <Code hunk={hunk} line={line} />
      </td>
    </tr>
  ));
}

/** Old on the left, new on the right. */
export function SplitRows({ hunk }: { hunk: ColoredHunk }) {
  return hunk.pairs.map(({ left, right }) => (
    <tr key={`${left?.before} ${right?.after}`}>
      <Side hunk={hunk} line={left} number={left?.before} />
      <Side hunk={hunk} line={right} number={right?.after} isRight />
    </tr>
  ));
}

interface SideProps {
  hunk: ColoredHunk;
  line: PatchLine | undefined;
  number: number | undefined;
  isRight?: boolean;
}

function Side({ hunk, line, number, isRight = false }: SideProps) {
  const edge = isRight ? "border-l border-line" : "";
  if (line === undefined) {
    return <td colSpan={3} className={`bg-sunken/60 ${edge}`} />;
  }
  const tint = lineTints[line.kind];
  return (
    <>
      <td className={`${numberClass} ${tint} ${edge}`}>{number}</td>
      <Sign line={line} className={tint} />
      <td className={`${codeClass} ${tint}`}>
        <Code hunk={hunk} line={line} />
      </td>
    </>
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
