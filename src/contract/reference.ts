import { errorStatuses, type Limit, type Operation } from "./operation.ts";

/** The API reference of the docs, as one page of Markdown. */
export function renderApiReference(operations: Readonly<Record<string, Operation>>): string {
  const sections = Object.values(operations).map(renderOperation);
  return `---
title: "API reference"
description: "Every operation, the key it needs and what it answers."
---

This page is made from the list of operations that also makes the routes; \`/openapi.json\` is the same as OpenAPI 3.1.
Every reply that is not a success carries \`{"error": "…"}\`: one sentence that says what is wrong and what to do.

${sections.join("\n\n")}
`;
}

function renderOperation(operation: Operation): string {
  const parts = [
    `## ${operation.summary}`,
    `\`\`\`http\n${operation.method} ${operation.path}\n\`\`\``,
    `- Key: ${describeKey(operation)}`,
    `- Answers: ${describeReply(operation)}`,
    `- Errors: ${errorStatuses(operation).join(", ")}`,
  ];
  const lines = [...parts.slice(0, 2), parts.slice(2).concat(extras(operation)).join("\n")];
  const fields = [...describeFields("Query", operation.query), ...describeFields("Body", operation.body)];
  return [...lines, ...fields].join("\n\n");
}

function describeKey({ key, scope }: Operation): string {
  if (key === "none") {
    return "none";
  }
  if (key === "signature") {
    return "the signature of the git host, made with the project's webhook secret";
  }
  return scope === undefined ? key : `${key}, scope \`${scope}\``;
}

function describeReply({ reply }: Operation): string {
  if ("events" in reply) {
    const names = Object.keys(reply.events).map((name) => `\`${name}\``);
    return `${reply.status}, server-sent events ${names.join(" and ")}, resumable with \`Last-Event-ID\``;
  }
  if ("chunks" in reply) {
    return `${reply.status}, ${reply.chunks.about}`;
  }
  return "schema" in reply ? `${reply.status}, JSON` : `${reply.status}, text`;
}

function extras({ creates, limits = [] }: Operation): string[] {
  return [
    ...limits.map((limit) => `- Limit: ${describeLimit(limit)}`),
    ...(creates ? ["- Safe to repeat with the header `Idempotency-Key`"] : []),
  ];
}

function describeLimit({ max, windowSeconds, by }: Limit): string {
  return `${max} requests in ${windowSeconds} seconds for each ${by}`;
}

function describeFields(title: string, schema: Operation["body"]): string[] {
  if (schema === undefined) {
    return [];
  }
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const { type, description = "" } = property as { type?: string | string[]; description?: string };
    const required = schema.required?.includes(name) ? "yes" : "no";
    return `| \`${name}\` | ${[type ?? "any"].flat().join(" or ")} | ${required} | ${description} |`;
  });
  return [`${title}:`, ["| Field | Type | Required | Meaning |", "|---|---|---|---|", ...rows].join("\n")];
}
