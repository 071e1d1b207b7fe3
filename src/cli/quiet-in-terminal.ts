import type { Environment } from "../platform/config.ts";

/**
 * In a terminal, the log shows only warnings and errors: other lines would push the welcome message, and the keys in
 * it, off the screen. Both log settings take precedence.
 */
export function quietInTerminal(environment: Environment, isTerminal = process.stderr.isTTY === true): Environment {
  const { LECTERN_LOG_LEVEL: level, LECTERN_LOG_FORMAT: format } = environment;
  return isTerminal && !level?.trim() && format?.trim() !== "json"
    ? { ...environment, LECTERN_LOG_LEVEL: "warn" }
    : environment;
}
