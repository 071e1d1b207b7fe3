import type { IncomingMessage, ServerResponse } from "node:http";
import { pathParams } from "../contract/operation.ts";
import { newRequestId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import type { Intercept } from "./create-http.ts";

/** A read that clients poll: its reply is the same object, frozen, for as long as nothing changes. */
export interface PolledRead {
  /** As in the contract, with `{name}` where a parameter stands. */
  path: string;
  read(organizationId: string, params: Readonly<Record<string, string>>): Promise<object | undefined>;
}

export interface PolledReadDeps {
  reads: readonly PolledRead[];
  /** Whose request it is, if that can be told from the key alone; undefined or an error for any other. */
  identify(request: IncomingMessage): Promise<string | undefined>;
  observe(route: string, status: number, seconds: number): void;
  log: Log;
}

const jsonType = "application/json; charset=utf-8";
const safeParam = "([\\w-]{1,128})";

/**
 * Answers polls that succeed before the framework sees them: they are most of all requests, and half of what one costs is
 * getting to its handler. Whatever is not a plain success, an error of any kind included, is left to the operation's own
 * route, so there is one place that knows how to refuse.
 */
export function answerPolledReads(deps: PolledReadDeps): Intercept {
  const routes = deps.reads.map(({ path, read }) => ({
    read,
    names: pathParams({ path }),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, safeParam)}$`),
    route: path.replace(/\{(\w+)\}/g, ":$1"),
  }));
  const serialised = new WeakMap<object, Buffer>();

  async function answer(
    { read, names, route }: (typeof routes)[number],
    match: RegExpExecArray,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const began = performance.now();
    try {
      const organizationId = await deps.identify(request);
      const params: Record<string, string> = {};
      for (const [index, name] of names.entries()) {
        params[name] = match[index + 1] ?? "";
      }
      const reply = organizationId === undefined ? undefined : await read(organizationId, params);
      if (reply === undefined) {
        return false;
      }
      const bytes = serialise(serialised, reply);
      const requestId = newRequestId();
      response.writeHead(200, { "x-request-id": requestId, "content-type": jsonType, "content-length": bytes.length });
      response.end(bytes);
      const milliseconds = performance.now() - began;
      deps.observe(route, 200, milliseconds / 1000);
      if (deps.log.isLevelEnabled("debug")) {
        const address = request.socket.remoteAddress;
        deps.log.debug({ requestId, method: "GET", route, status: 200, milliseconds, address }, "request");
      }
      return true;
    } catch {
      return false;
    }
  }

  return (request, response) => {
    if (request.method === "GET") {
      for (const route of routes) {
        const match = route.pattern.exec(request.url ?? "");
        if (match !== null) {
          return answer(route, match, request, response);
        }
      }
    }
    return false;
  };
}

function serialise(serialised: WeakMap<object, Buffer>, reply: object): Buffer {
  const known = serialised.get(reply);
  if (known !== undefined) {
    return known;
  }
  const bytes = Buffer.from(JSON.stringify(reply));
  serialised.set(reply, bytes);
  return bytes;
}
