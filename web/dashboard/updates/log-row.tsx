import { clockTime } from "../ui/time.tsx";
import { FileLink, type FindFileTarget } from "./file-link.tsx";
import type { LogLine, LogSeverity, ReadLine } from "./read-log.ts";

export type LogRowLine = LogLine & ReadLine & { index: number };

interface LogRowProps {
  row: LogRowLine;
  isWrapped: boolean;
  fileLink?: FindFileTarget | undefined;
}

const colours: Record<LogSeverity, string> = {
  plain: "",
  note: "text-log-accent",
  warning: "text-log-warn",
  error: "text-log-danger",
};

export function LogRow({ row, isWrapped, fileLink }: LogRowProps) {
  const number = row.index + 1;
  return (
    <li
      id={`log-${number}`}
      tabIndex={-1}
      className={`flex scroll-my-10 px-2 font-mono text-[12.5px] [font-variant-ligatures:none] leading-5 hover:bg-log-raised focus:bg-log-raised focus:outline-none ${colours[row.severity]}`}
    >
      <span className="w-11 flex-none pr-3 text-right text-log-faint tabular-nums select-none">{number}</span>
      {row.at !== undefined && (
        <span className="hidden w-21 flex-none text-log-faint tabular-nums select-none sm:block">
          {clockTime(row.at)}
        </span>
      )}
      <span className={`min-w-0 flex-1 pr-4 ${isWrapped ? "break-words whitespace-pre-wrap" : "whitespace-pre"}`}>
        <LinkedText row={row} fileLink={fileLink} />
      </span>
    </li>
  );
}

/** The text of a line, with the file it mentions as a link. */
function LinkedText({ row: { text, file, line }, fileLink }: Pick<LogRowProps, "row" | "fileLink">) {
  const link = file === undefined ? undefined : fileLink?.(file, line);
  const place = placeText(file, line);
  const at = text.indexOf(place);
  if (link === undefined || at < 0) {
    return text;
  }
  return (
    <>
      {text.slice(0, at)}
      <FileLink link={link}>{place}</FileLink>
      {text.slice(at + place.length)}
    </>
  );
}

export function placeText(file: string | undefined, line: number | undefined): string {
  return `${file ?? ""}${line === undefined ? "" : `:${line}`}`;
}
