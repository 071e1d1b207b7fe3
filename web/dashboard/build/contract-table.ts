import type { Operation } from "../../../src/contract/operation.ts";

/**
 * The list of operations without its schemas: what the client needs to make a request and read the reply. The schemas
 * would bring their whole library into the browser, where nothing is validated.
 */
export function contractTable(operations: Readonly<Record<string, Operation>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operations).map(([name, { method, path, query, body, reply }]) => [
      name,
      {
        method,
        path,
        ...(query !== undefined && {
          query: { properties: Object.fromEntries(Object.keys(query.properties).map((key) => [key, 1])) },
        }),
        ...(body !== undefined && { body: 1 }),
        reply: {
          status: reply.status,
          ...("schema" in reply && { schema: 1 }),
          ...("events" in reply && { events: 1 }),
          ...("chunks" in reply && { chunks: 1 }),
        },
      },
    ]),
  );
}
