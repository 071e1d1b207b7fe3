import { Ajv, type ValidateFunction } from "ajv";
import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import type { ErrorDetail } from "../platform/errors.ts";

// The first problem only: collecting all of them lets a hostile body cost more than its size.
const inBody = new Ajv({ strict: false, useDefaults: true });
// A query is text: "20" stands for 20 there. In a body it does not.
const inText = new Ajv({ strict: false, useDefaults: true, coerceTypes: true });

/** Compiled with the first request: most operations are never called in the life of a process, and all would delay its start. */
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

/** Whether a body fits its schema; defaults are filled in. */
export function compileBodyCheck(schema: object): (body: unknown) => boolean {
  return compileValidator({ schema, httpPart: "body", method: "", url: "" }) as (body: unknown) => boolean;
}

interface Validate {
  (data: unknown): boolean;
  /** Of the last call, as Fastify asks for them. */
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
