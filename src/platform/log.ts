import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import type { Config } from "./config.ts";

export type Log = Logger;

type LogFormat = NonNullable<Config["logFormat"]>;

interface LogOptions {
  level: string;
  name: "api" | "worker" | "cli";
  format: Config["logFormat"];
  /** Colors are never written to a file or pipe. */
  withColors: boolean;
}

const standardError = 2;

/**
 * Structured lines on stderr. Only explicitly named parts of a request are logged, so secrets can't leak: no headers,
 * no bodies, no query strings. A test searches the log of the whole contract suite for keys.
 */
export function createLog(level: string, name: LogOptions["name"], destination?: DestinationStream): Log {
  return pino(
    {
      level,
      name,
      base: { name },
      serializers: { error: stdSerializers.err, err: stdSerializers.err },
    },
    destination ?? pino.destination({ dest: standardError, sync: false, minLength: 4096, periodicFlush: 1_000 }),
  );
}

/** Writes JSON for machines, and readable text in a terminal. */
export async function openLog({ level, name, format, withColors }: LogOptions): Promise<Log> {
  const isTerminal = process.stderr.isTTY === true;
  return chooseLogFormat(format, isTerminal) === "json"
    ? createLog(level, name)
    : createLog(level, name, await openPretty(isTerminal && withColors));
}

export function chooseLogFormat(format: LogFormat | undefined, isTerminal: boolean): LogFormat {
  return format ?? (isTerminal ? "pretty" : "json");
}

/** Writes each entry in a single write, so that lines of the API and of its worker never mix. */
async function openPretty(colorize: boolean): Promise<DestinationStream> {
  // Loaded only for pretty output.
  const { prettyFactory } = await import("pino-pretty");
  const describe = prettyFactory({
    colorize,
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
    ignore: "pid,hostname",
    errorLikeObjectKeys: ["error", "err"],
  });
  const terminal = pino.destination({ dest: standardError, sync: true });
  return { write: (line) => void terminal.write(describe(JSON.parse(line, stripControls))) };
}

/**
 * Errors quote git, repositories and other servers, whose text must not move the cursor. Keeps line breaks and tabs.
 */
function stripControls(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/(?![\n\t])\p{Cc}/gu, "") : value;
}
