import type { Environment } from "../platform/config.ts";

/**
 * A person who watches sees warnings and errors: every other line would push the welcome message, and the keys in it, off
 * the screen. Both settings about the log take precedence.
 */
export function quietInTerminal(environment: Environment, isTerminal = process.stderr.isTTY === true): Environment {
  const { LECTERN_LOG_LEVEL: level, LECTERN_LOG_FORMAT: format } = environment;
  return isTerminal && !level?.trim() && format?.trim() !== "json"
    ? { ...environment, LECTERN_LOG_LEVEL: "warn" }
    : environment;
}
