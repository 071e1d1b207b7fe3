import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

export type Log = Logger;

/**
 * Structured lines on stdout. Whatever is logged passes the list below, so that a key that strays into an object is not
 * written down; addresses of keys in headers are never logged at all.
 */
export function createLog(level: string, name: "api" | "worker" | "cli", destination?: DestinationStream): Log {
  return pino(
    {
      level,
      name,
      base: { name },
      serializers: { error: stdSerializers.err, err: stdSerializers.err },
      redact: {
        paths: ["authorization", "*.authorization", "key", "*.key", "token", "*.token", "*.password"],
        censor: "[secret]",
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 4096 }),
  );
}
