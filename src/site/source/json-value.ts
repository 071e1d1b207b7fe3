import { BuildProblem } from "../shared/build-problem.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const placePattern = /\(line (\d+) column (\d+)\)/;

/** Parses JSON of an author, and reports errors with their line. */
export function parseJson(text: string, file: string): JsonValue {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text) as JsonValue;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, line, column] = placePattern.exec(message) ?? [];
    throw new BuildProblem(
      `is not valid JSON: ${message.replace(/ in JSON at position.*$/s, "").replace(/\s+/g, " ")}`,
      {
        file,
        line: line === undefined ? undefined : Number(line),
        column: column === undefined ? undefined : Number(column),
        hint: "look for a missing comma or quote, a comma before a closing bracket, or a comment",
      },
    );
  }
}
