import { clockTime } from "../ui/format-time.ts";
import type { LogLine, LogSeverity, ReadLine } from "./read-log.ts";

export type LogRowLine = LogLine & ReadLine & { index: number };

interface LogRowProps {
  row: LogRowLine;
  isWrapped: boolean;
  fileUrl?: ((file: string, line?: number) => string | undefined) | undefined;
}

const colours: Record<LogSeverity, string> = {
  plain: "",
  note: "text-log-accent",
  warning: "text-log-warn",
  error: "text-log-danger",
};

export function LogRow({ row, isWrapped, fileUrl }: LogRowProps) {
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
        <LinkedText row={row} fileUrl={fileUrl} />
      </span>
    </li>
  );
}

/** The text with a link on the file it names. */
function LinkedText({ row: { text, file, line }, fileUrl }: Pick<LogRowProps, "row" | "fileUrl">) {
  const url = file === undefined ? undefined : fileUrl?.(file, line);
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}`;
  const at = url === undefined ? -1 : text.indexOf(place);
  if (at < 0) {
    return text;
  }
  return (
    <>
      {text.slice(0, at)}
      <a href={url} className="underline underline-offset-2" target="_blank" rel="noreferrer">
        {place}
      </a>
      {text.slice(at + place.length)}
    </>
  );
}
