import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { errorStatuses, type Operation, pathParams, refusesUnknownFields } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { agentJobStatuses, updateSources, updateStatuses } from "../../src/contract/schemas.ts";
import { publicOperations } from "../../src/contract/webhook-operations.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { send } from "./send.ts";

interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object; example?: unknown }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

interface Schema {
  properties: Record<string, { enum?: string[]; type?: string | string[] }>;
  required: string[];
}

describe("the OpenAPI document", () => {
  let lectern: Installation;
  let document: Document;

  beforeAll(async () => {
    lectern = await startInstallation("sqlite");
    document = JSON.parse((await send(lectern.node.url, { path: "/openapi.json" })).text);
  });
  afterAll(() => lectern.stop());

  const describedAs = ({ path, method }: Operation): Described => {
    const described = document.paths[path]?.[method.toLowerCase()];
    if (described === undefined) {
      throw new Error(`${method} ${path} is not in the document.`);
    }
    return described;
  };

  test("the OpenAPI document is the generated one, version 2.0.0 in OpenAPI 3.1", () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(publicOperations, publicUrl))));
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.version).toBe("2.0.0");
    expect(document.servers).toEqual([{ url: publicUrl }]);
  });

  test("the OpenAPI document contains every operation of the public API and nothing else", () => {
    const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    const inContract = Object.entries(publicOperations).map(([name, { method, path }]) => `${name} ${method} ${path}`);
    expect(inDocument.sort()).toEqual(inContract.sort());
  });

  describe.each(Object.entries(publicOperations))("%s", (_name, operation) => {
    test("the document lists every possible status of an operation with its headers and body", () => {
      const { responses } = describedAs(operation);
      const other = "schema" in operation.reply && operation.reply.or !== undefined ? [operation.reply.or.status] : [];
      const statuses = [operation.reply.status, ...other, ...errorStatuses(operation)].map(String).sort();
      expect(Object.keys(responses).sort()).toEqual(statuses);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description).toMatch(/^[A-Z].*\.$/);
        if (Number(status) >= 400) {
          const schema = { $ref: "#/components/schemas/ErrorBody" };
          expect(content).toEqual({
            "application/json": { schema, example: expect.objectContaining({ error: expect.any(String) }) },
          });
        }
      }
      const { reply } = operation;
      const type = "contentType" in reply ? [reply.contentType.replace("; charset=utf-8", "")] : [];
      expect(Object.keys(responses[reply.status]?.content ?? {})).toEqual(
        "schema" in reply ? ["application/json"] : type,
      );
    });

    test("the document declares an operation's parameters, body and key", () => {
      const { parameters, requestBody, security, summary } = describedAs(operation);
      const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
      expect(named("path").map(({ name }) => name)).toEqual(pathParams(operation));
      expect(named("path").every(({ required }) => required)).toBe(true);
      expect(named("query").map(({ name }) => name)).toEqual(Object.keys(operation.query?.properties ?? {}));
      expect(named("header").map(({ name }) => name)).toEqual([
        ...(operation.creates ? ["Idempotency-Key"] : []),
        ...("events" in operation.reply ? ["Last-Event-ID"] : []),
      ]);
      expect(requestBody === undefined).toBe(operation.body === undefined);
      expect(security).toEqual(["admin", "assistant"].includes(operation.key) ? [{ [operation.key]: [] }] : []);
      expect(summary).not.toBe("");
    });
  });

  test("the OpenAPI document is valid by the schema of OpenAPI 3.1", () => {
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, "schemas/openapi-3.1.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
      // The dialect of schemas in OpenAPI 3.1 is JSON Schema with a few more keywords.
      .addSchema({
        $id: "https://spec.openapis.org/oas/3.1/dialect/base",
        $ref: "https://json-schema.org/draft/2020-12/schema",
      })
      .compile(schema);
    validate(document);
    expect(validate.errors).toBe(null);
    const [[path = "", methods = {}] = []] = Object.entries(document.paths);
    const wrong = { ...document, paths: { ...document.paths, [path]: { ...methods, gett: methods.get } } };
    expect(validate(wrong)).toBe(false);
  });

  test("what the schema of OpenAPI can't say is right too", () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = all.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[A-Za-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.paths).filter((path) => !/^(?:\/(?:[\w.-]+|\{\w+\}))+$/.test(path))).toEqual([]);
    // Two paths that differ only in the names of their parameters are one path.
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(shapes.length);
    const tags = document.tags.map(({ name }) => name);
    expect(tags).toEqual([...new Set(tags)].toSorted((one, other) => one.localeCompare(other)));
    expect(document.tags.every(({ description }) => description.endsWith("."))).toBe(true);
    expect(new Set(all.flatMap((operation) => operation.tags))).toEqual(new Set(tags));
    for (const { operationId, description, tags: own, parameters, security } of all) {
      expect([operationId, own.length, /<script|eval\(/.test(description)]).toEqual([operationId, 1, false]);
      const places = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect([operationId, new Set(places).size]).toEqual([operationId, places.length]);
      const schemes = Object.keys(document.components.securitySchemes);
      expect(schemes).toEqual(expect.arrayContaining(security.flatMap((each) => Object.keys(each))));
    }
    const used = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  test("lists have items, and the values of an enum have its type and differ", () => {
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const { type, items, enum: values } = value as { type?: unknown; items?: unknown; enum?: unknown };
      if (type === "array") expect(items, path).toBeDefined();
      if (Array.isArray(values)) {
        expect(new Set(values).size, path).toBe(values.length);
        if (typeof type === "string") expect(new Set(values.map((each) => typeof each)), path).toEqual(new Set([type]));
      }
      for (const [key, inner] of Object.entries(value)) if (key !== "example") visit(inner, `${path}/${key}`);
    };
    visit(document.paths, "paths");
    visit(document.components.schemas, "schemas");
  });

  test("examples match their schemas", () => {
    const ajv = new Ajv2020({
      strict: false,
      formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, uri: (text) => URL.canParse(text) },
    });
    ajv.addSchema({ $id: "lectern:/openapi", ...document });
    const compile = (schema: object) =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"lectern:/openapi#/')));
    const media = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)]
          .flatMap((described) => Object.values(described?.content ?? {}))
          .map((each) => ({ operationId, ...each })),
      );
    expect(media.length).toBeGreaterThan(200);
    for (const { operationId, schema, example } of media) {
      const check = compile(schema);
      check(example);
      expect([operationId, check.errors]).toEqual([operationId, null]);
    }
    // Examples and defaults inside of schemas.
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { type, default: fallback, examples } = value as { type?: unknown; default?: unknown; examples?: unknown };
      const inner = [...(fallback === undefined ? [] : [fallback]), ...(Array.isArray(examples) ? examples : [])];
      if (typeof type === "string" && inner.length > 0) {
        const check = compile(value);
        for (const each of inner) expect([check(each), each]).toEqual([true, each]);
      }
      Object.values(value).forEach(visit);
    };
    visit(document.paths);
    visit(document.components.schemas);
  });

  test("every body and every reply with a body has an example in the OpenAPI document", () => {
    for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      for (const media of contents.flatMap((content) => Object.values(content ?? {}))) {
        expect(media.example, operationId).toBeDefined();
      }
    }
  });

  test("the OpenAPI document contains nothing that only the dashboard uses", () => {
    expect(Object.keys(document.paths).filter((path) => path.startsWith("/v1/dashboard/"))).toEqual([]);
  });

  test("every reference in the OpenAPI document resolves", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? "");
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      const found = reference
        .replace(/^#\//, "")
        .split("/")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(found, reference).toBeTypeOf("object");
    }
  });

  test("a declared body takes unknown fields, at any depth, exactly if the server does", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "lectern:/openapi", ...document });
    const declared = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const bodies = declared.flatMap(({ operationId, requestBody }) => {
      const { schema, example } = requestBody?.content["application/json"] ?? {};
      return schema === undefined ? [] : [{ operationId, schema, example: example as Record<string, unknown> }];
    });
    expect(bodies.length).toBeGreaterThan(20);
    for (const { operationId, schema, example } of bodies) {
      const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"lectern:/openapi#/')));
      const operation = publicOperations[operationId] as Operation;
      expect([operationId, check(example)]).toEqual([operationId, true]);
      expect([operationId, check({ ...example, unknownField: 1 })]).toEqual([
        operationId,
        !refusesUnknownFields(operation),
      ]);
    }
  });

  test("every schema is valid JSON Schema without traces of the library that generated it", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "lectern:/openapi", components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `lectern:/openapi#/components/schemas/${name}` }), name).not.toThrow();
    }
    expect(JSON.stringify(document)).not.toContain('"~');
  });

  test("the resources match the contract field by field", () => {
    const { AgentJob, UpdateStatus } = document.components.schemas;
    const added = ["endedAt", "outcome", "prompt", "startedAt", "summary", "usage"];
    const ofContract = ["archivedAt", "createdAt", "id", "model", "prLink", "source", "status"];
    expect(Object.keys(AgentJob?.properties ?? {}).sort()).toEqual([...ofContract, ...added].sort());
    expect(AgentJob?.required).toEqual(expect.arrayContaining(ofContract));
    expect(AgentJob?.properties.prLink?.type).toEqual(["string", "null"]);
    expect(AgentJob?.properties.archivedAt?.type).toEqual(["string", "null"]);
    expect(AgentJob?.properties.status?.enum).toEqual(agentJobStatuses);
    expect(Object.keys(UpdateStatus?.properties ?? {}).sort()).toEqual([
      "_id",
      "author",
      // An addition to the contract.
      "builtWith",
      "commit",
      "createdAt",
      "endedAt",
      "logs",
      // An addition to the contract.
      "problems",
      "projectId",
      "screenshot",
      "screenshotDark",
      "screenshotLight",
      "source",
      // An addition to the contract.
      "sources",
      "status",
      "subdomain",
      "summary",
      // An addition to the contract.
      "trigger",
    ]);
    expect(UpdateStatus?.properties.status?.enum).toEqual(updateStatuses);
    expect(UpdateStatus?.properties.source?.enum).toEqual(updateSources);
  });

  test("the enums and paths of the contract have not changed", () => {
    expect(agentJobStatuses).toEqual(["active", "completed", "archived", "failed"]);
    expect(updateStatuses).toEqual(["queued", "in_progress", "success", "failure"]);
    expect(updateSources).toEqual([
      "internal",
      "github-app-installation",
      "api",
      "github",
      "dashboard",
      "gitlab",
      "onboarding",
    ]);
    expect(operations.getAgentJob.path).toBe("/v2/agent/{projectId}/job/{id}");
    expect(operations.getUpdateStatus.path).toBe("/v1/project/update-status/{statusId}");
  });
});
