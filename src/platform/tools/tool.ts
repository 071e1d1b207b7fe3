import { Ajv } from "ajv";
import type { TObject } from "typebox";
import { AppError } from "../errors.ts";

/** A tool for language models, as clients see it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: TObject;
  outputSchema?: TObject;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
}

/** A result in the protocol's format. A wrong call returns an explanation, so that the model can correct itself. */
export interface ToolAnswer {
  content: { type: "text"; text: string }[];
  /** The same result for programs, in the format of the tool's output schema. */
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [name: string]: unknown;
}

export type CallTool = (name: string, given: unknown) => Promise<ToolAnswer>;

export class UnknownTool extends Error {
  constructor(name: string, tools: readonly Tool[]) {
    super(`Unknown tool ${name.slice(0, 100)}; available tools: ${tools.map((tool) => tool.name).join(", ")}.`);
  }
}

/** Checks the arguments of a call before its tool runs. */
export function createToolCaller<Input extends Record<string, unknown>>(
  tools: readonly Tool[],
): (name: string, given: unknown, run: (input: Input) => Promise<ToolAnswer>) => Promise<ToolAnswer> {
  const ajv = new Ajv({ strict: false, useDefaults: true });
  const validators = new Map(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));
  return async (name, given, run) => {
    const validate = validators.get(name);
    if (validate === undefined) throw new UnknownTool(name, tools);
    const input: unknown = structuredClone(given ?? {});
    if (!validate(input)) {
      return mistake(`Invalid arguments: ${ajv.errorsText(validate.errors, { dataVar: "arguments" })}.`);
    }
    try {
      return await run(input as Input);
    } catch (error) {
      if (error instanceof AppError) return mistake(error.message);
      throw error;
    }
  };
}

export function answer(text: string, structuredContent?: object): ToolAnswer {
  return {
    content: [{ type: "text", text }],
    ...(structuredContent && { structuredContent: { ...structuredContent } }),
  };
}

export function mistake(text: string): ToolAnswer {
  return { ...answer(text), isError: true };
}
