import { Ajv, type ValidateFunction } from "ajv";
import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import type { ErrorDetail } from "../platform/errors.ts";

// Reports only the first problem. Collecting all of them would make a hostile body disproportionately expensive to
// check.
const inBody = new Ajv({ strict: false, useDefaults: true });
// Query values are text, so "20" is accepted as a number there, but not in a body.
const inText = new Ajv({ strict: false, useDefaults: true, coerceTypes: true });

/** Compiles on first use: most operations are never called, and compiling all of them would delay the startup. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const validate: Validate = (data) => {
    compiled ??= (httpPart === "body" ? inBody : inText).compile(schema);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};

interface Validate {
  (data: unknown): boolean;
  /** The errors of the last call. Fastify expects them here. */
  errors?: FastifySchemaValidationError[] | null;
}

export function describeProblems(problems: readonly FastifySchemaValidationError[], part = "body"): ErrorDetail[] {
  const place = part === "querystring" ? "query" : part;
  return problems.map(({ instancePath, keyword, params, message }) => {
    const missing = keyword === "required" ? `/${String(params.missingProperty)}` : "";
    return {
      path: `${place}${instancePath}${missing}`.replaceAll("/", "."),
      message: missing === "" ? describe(keyword, params, message) : "is required",
    };
  });
}

function describe(keyword: string, params: Record<string, unknown>, message = "is not valid"): string {
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.join(", ")}`;
  }
  if (keyword === "pattern") {
    return params.pattern === "\\S" ? "must not be blank" : "is not well formed";
  }
  return message;
}
