import { Ajv, type ValidateFunction } from "ajv";
import { expect } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { ErrorBody } from "../../src/contract/schemas.ts";
import { parseJson, type Received } from "./send.ts";

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const requestId = /^req_[\w-]{8,64}$/;
// Internals of the server that no reply may contain: stack traces, SQL, paths, and the address of the database.
const innards = /\bat \S+:\d+|node_modules|\/srv\/|\/work\/|\.ts\b|\bselect \*|ECONN|10\.9\.8\.7|Error:/i;

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat("date-time", isoTime);
ajv.addFormat("uri", (text) => URL.canParse(text));
const validators = new Map<object, ValidateFunction>();

/** Expects a success: the operation's status and content type, and exactly the fields in its schema. */
export function expectSuccess({ reply }: Operation, received: Received): void {
  expect(received.status, received.text).toBe(reply.status);
  expectRequestId(received);
  if ("schema" in reply) {
    expect(received.headers["content-type"]).toBe("application/json; charset=utf-8");
    expectToFit(reply.schema, parseJson(received));
  } else if ("events" in reply) {
    expect(received.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  } else if ("contentType" in reply) {
    expect(received.headers["content-type"]).toBe(reply.contentType);
  } else if ("file" in reply) {
    expect(received.text.length).toBeGreaterThan(0);
  } else {
    expect(received.text).toBe("");
  }
}

/** Expects the common shape of all errors. */
export function expectError(status: number, received: Received): void {
  expect(received.status, received.text).toBe(status);
  expectRequestId(received);
  expect(received.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = parseJson(received);
  expectToFit(ErrorBody, body);
  expect(body.error).toMatch(/^[A-Z"].{5,300}\.$/);
  expect(received.text).not.toMatch(innards);
  if (body.details !== undefined) {
    expect(status, "only a 400 has details").toBe(400);
  }
  expect(received.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
  if (status === 429 || status === 503) {
    expect(received.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  } else {
    expect(received.headers["retry-after"]).toBeUndefined();
  }
}

export function expectRequestId({ headers }: Pick<Received, "headers">): void {
  expect(headers["x-request-id"]).toMatch(requestId);
}

/** Expects a valid value without fields that are missing from the contract. */
export function expectToFit(schema: object, value: unknown): void {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(closed(schema) as object);
    validators.set(schema, validate);
  }
  validate(value);
  expect(validate.errors ?? [], JSON.stringify(value)).toEqual([]);
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(closed);
  }
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const copy = Object.fromEntries(entries);
  return "properties" in copy && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}
