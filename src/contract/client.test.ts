import { describe, expect, test } from "vitest";
import { ApiError, createClient } from "./client.ts";
import { dashboardOperations } from "./dashboard-operations.ts";
import { type Operation, pathParams } from "./operation.ts";
import { operations } from "./operations.ts";

/** A client whose requests are recorded and answered by the test. */
function prepare(answer: () => Response = () => Response.json({}), options: { key?: string } = { key: "svc_key" }) {
  const sent: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = [];
  const client = createClient({
    url: "https://docs.lectern.test",
    ...options,
    fetch: async (url, init) => {
      sent.push({ url, init: init as (typeof sent)[number]["init"] });
      return answer();
    },
  });
  return { client, sent };
}

describe("calls of the client", () => {
  test("a call puts each part of its input where the operation expects it", async () => {
    const { client, sent } = prepare();
    await client.createAgentJob({ projectId: "prj_1", prompt: "Fix it.", ref: "main" });
    await client.listUpdates({ projectId: "prj_1", status: "failure", limit: 5 });
    expect(sent.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ["POST", "https://docs.lectern.test/v2/agent/prj_1/job", '{"prompt":"Fix it.","ref":"main"}'],
      ["GET", "https://docs.lectern.test/v1/project/updates/prj_1?status=failure&limit=5", undefined],
    ]);
  });

  test("a call sends the key only if there is one", async () => {
    const withKey = prepare();
    await withKey.client.getHealth({});
    expect(withKey.sent[0]?.init.headers.authorization).toBe("Bearer svc_key");
    const without = prepare(undefined, {});
    await without.client.getHealth({});
    expect(without.sent[0]?.init.headers).toEqual({});
  });

  test("a call passes on the idempotency key, the last event ID and the signal", async () => {
    const { client, sent } = prepare();
    const { signal } = new AbortController();
    await client.triggerUpdate({ projectId: "prj_1" }, { idempotencyKey: "once", signal });
    await client.streamUpdateEvents({ statusId: "upd_1" }, { lastEventId: 0 });
    expect(sent[0]?.init.headers["idempotency-key"]).toBe("once");
    expect(sent[0]?.init.signal).toBe(signal);
    expect(sent[0]?.init.headers).not.toHaveProperty("content-type");
    expect(sent[1]?.init.headers["last-event-id"]).toBe("0");
  });

  test.each(["a/b", "../../healthz", "a?b=c", "a#b", "$&", "$1", "{id}", "100%", "文档"])(
    "the ID %j cannot lead a call to another path",
    async (id) => {
      const { client, sent } = prepare();
      await client.getAgentJob({ projectId: id, id });
      const { pathname, search, hash } = new URL(sent[0]?.url ?? "");
      const [, , , first = "", , second = ""] = pathname.split("/");
      expect([decodeURIComponent(first), decodeURIComponent(second), search, hash]).toEqual([id, id, "", ""]);
    },
  );

  test("a call omits undefined values", async () => {
    const { client, sent } = prepare();
    await client.listUpdates({ projectId: "prj_1", ...({ limit: undefined } as object) });
    expect(sent[0]?.url).toBe("https://docs.lectern.test/v1/project/updates/prj_1");
  });

  test("the client has a method for every operation", () => {
    const { client } = prepare();
    expect(Object.keys(client).sort()).toEqual(Object.keys({ ...operations, ...dashboardOperations }).sort());
  });
});

describe("replies to the client", () => {
  test("a reply is parsed if the operation returns JSON, and returned as text otherwise", async () => {
    const { client } = prepare(() => new Response('{"status":"alive"}'));
    expect(await client.getHealth({})).toEqual({ status: "alive" });
    expect(await client.getMetrics({})).toBe('{"status":"alive"}');
  });

  test("a reply with an error status becomes an error with status, message and retry time", async () => {
    const body = { error: "Over the limit.", details: [{ path: "body", message: "is wrong" }] };
    const { client } = prepare(() => Response.json(body, { status: 429, headers: { "retry-after": "7" } }));
    const error = await client.triggerUpdate({ projectId: "prj_1" }).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, message: "Over the limit.", body, retryAfterSeconds: 7 });
  });

  test.each(["<html>Bad gateway</html>", "", "null", '{"error":7}', "[]"])(
    "the reply %j of a proxy becomes an error too",
    async (body) => {
      const { client } = prepare(() => new Response(body, { status: 502 }));
      await expect(client.getHealth({})).rejects.toMatchObject({
        status: 502,
        message: "The server answered with status 502 and no explanation.",
        retryAfterSeconds: undefined,
      });
    },
  );

  test("a stream with an error status is rejected before the first event is requested", async () => {
    const { client } = prepare(() => Response.json({ error: "There is no such update." }, { status: 404 }));
    await expect(client.streamUpdateEvents({ statusId: "upd_1" })).rejects.toMatchObject({ status: 404 });
  });
});

test("no operation has two inputs with the same name", () => {
  for (const operation of Object.values<Operation>(operations)) {
    const given = [operation.query, operation.body].flatMap((part) => Object.keys(part?.properties ?? {}));
    const parts = [...pathParams(operation), ...given];
    expect(new Set(parts).size, operation.path).toBe(parts.length);
  }
});
