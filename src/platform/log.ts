import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

export type Log = Logger;

/**
 * Structured lines on stderr. Nothing that came with a request is logged but what is named at the place, so no secret gets
 * in: no headers, no bodies, no addresses with their query. A test reads the log of the whole contract suite for keys.
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
