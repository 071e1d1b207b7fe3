import { Ajv } from "ajv";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { draftToolOperations } from "../../src/contract/draft-tool-operations.ts";
import { editorMediaOperations } from "../../src/contract/editor-file-operations.ts";
import { editorOperations } from "../../src/contract/editor-operations.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { bodySchema } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/webhook-operations.ts";
import { visitorOperations } from "../../src/visitors/api/operations.ts";

const operations: Record<string, Operation> = {
  ...allOperations,
  ...visitorOperations,
  ...dashboardOperations,
  ...editorOperations,
  ...editorMediaOperations,
  ...draftToolOperations,
};

// A server compiles each schema for the first request that needs it, which would be too late to find a wrong one.
test("every request and reply of an operation has a schema that compiles", async () => {
  const ajv = new Ajv({ strict: false });
  const http = Fastify();
  for (const [name, operation] of Object.entries(operations)) {
    for (const schema of [operation.query, bodySchema(operation)]) {
      if (schema !== undefined) expect(() => ajv.compile(schema), name).not.toThrow();
    }
    if (!("schema" in operation.reply)) continue;
    const { schema } = operation.reply;
    http.post(`/${name}`, { schema: { response: { 200: schema } }, handler: () => ({}) });
  }
  expect(Object.keys(operations).length).toBeGreaterThan(200);
  await http.ready();
  await http.close();
});
