import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

export type Log = Logger;

/**
 * Structured lines on stderr. Only explicitly named parts of a request are logged, so secrets can't leak: no headers,
 * no bodies, no query strings. A test searches the log of the whole contract suite for keys.
 */
export function createLog(level: string, name: "api" | "worker" | "cli", destination?: DestinationStream): Log {
  return pino(
    {
      level,
      name,
      base: { name },
      serializers: { error: stdSerializers.err, err: stdSerializers.err },
    },
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1_000 }),
  );
}
