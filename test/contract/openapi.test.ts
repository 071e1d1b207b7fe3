import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { Ajv } from "ajv";
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
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object; example?: unknown }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
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

  test("the OpenAPI document follows Spectral's rules, and its examples match their schemas", async () => {
    const linter = new spectral.Spectral();
    // This rule requires an email address of the server's operator, which is unknown.
    const all = [rulesets.oas, "all"] as unknown as [RulesetDefinition, "all"];
    linter.setRuleset({ extends: [all], rules: { "contact-properties": "off" } });
    const problems = await linter.run(document as unknown as Record<string, unknown>);
    expect(problems.map(({ code, path, message }) => `${code} at ${path.join("/")}: ${message}`)).toEqual([]);
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
    const ajv = new Ajv({ strict: false, validateFormats: false });
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
    const ajv = new Ajv({ strict: false, validateFormats: false });
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
