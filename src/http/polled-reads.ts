import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { pathParams } from "../contract/operation.ts";
import { newRequestId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import type { Intercept } from "./create-http.ts";

/** A read that clients poll: its reply is the same object, frozen, for as long as nothing changes. */
export interface PolledRead<Caller> {
  /** As in the contract, with `{name}` where a parameter stands. */
  path: string;
  read(caller: Caller, params: Readonly<Record<string, string>>): Promise<object | undefined>;
}

export interface PolledReadDeps<Caller> {
  reads: readonly PolledRead<Caller>[];
  /** Whose request it is, if that can be told from the key alone; undefined or an error for any other. */
  identify(request: IncomingMessage): Promise<Caller | undefined>;
  /** Asked for every reply: notes the use, and tells whether the caller is still let in when nothing was written since. */
  use(caller: Caller): boolean;
  /** Changes with everything that is written; undefined where that cannot be told. */
  readVersion: (() => number) | undefined;
  observe(route: string, status: number, seconds: number): void;
  log: Log;
}

interface Route<Caller> extends PolledRead<Caller> {
  names: string[];
  pattern: RegExp;
  /** As the log and the metrics name it. */
  name: string;
}

interface Answer<Caller> {
  version: number;
  caller: Caller;
  route: Route<Caller>;
  bytes: Buffer;
}

const jsonType = "application/json; charset=utf-8";
const safeParam = "([\\w-]{1,128})";
const answersBytesMax = 8_388_608;
const answerBaseBytes = 1_000;

/**
 * Answers polls that succeed before the framework sees them: they are most of all requests, and half of what one costs is
 * getting to its handler. Whatever is not a plain success, an error of any kind included, is left to the operation's own
 * route, so there is one place that knows how to refuse. A poll that asks again before anything was written, by whichever
 * process, gets the same bytes again.
 */
export function answerPolledReads<Caller>(deps: PolledReadDeps<Caller>): Intercept {
  const { readVersion } = deps;
  const routes = deps.reads.map(toRoute);
  const answers = new LRUCache<string, Answer<Caller>>({
    maxSize: answersBytesMax,
    sizeCalculation: ({ bytes }) => bytes.length + answerBaseBytes,
  });

  async function answer(
    route: Route<Caller>,
    match: RegExpExecArray,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const began = performance.now();
    try {
      // Before anything is read: what is written meanwhile then makes this answer an old one.
      const version = readVersion?.();
      const caller = await deps.identify(request);
      const reply = caller === undefined ? undefined : await route.read(caller, paramsOf(route, match));
      if (caller === undefined || reply === undefined || !deps.use(caller)) {
        return false;
      }
      const bytes = Buffer.from(JSON.stringify(reply));
      if (version !== undefined) {
        answers.set(name, { version, caller, route, bytes });
      }
      send(deps, route, bytes, began, request, response);
      return true;
    } catch {
      return false;
    }
  }

  function isCurrent({ version, caller }: Answer<Caller>): boolean {
    try {
      return version === readVersion?.() && deps.use(caller);
    } catch {
      // The database is away; the operation's own route says so.
      return false;
    }
  }

  return (request, response) => {
    if (request.method !== "GET") {
      return false;
    }
    const began = performance.now();
    const name = `${request.headers.authorization} ${request.url}`;
    const known = answers.get(name);
    if (known !== undefined && isCurrent(known)) {
      send(deps, known.route, known.bytes, began, request, response);
      return true;
    }
    for (const route of routes) {
      const match = route.pattern.exec(request.url ?? "");
      if (match !== null) {
        return answer(route, match, name, request, response);
      }
    }
    return false;
  };
}

function toRoute<Caller>({ path, read }: PolledRead<Caller>): Route<Caller> {
  return {
    path,
    read,
    names: pathParams({ path }),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, safeParam)}$`),
    name: path.replace(/\{(\w+)\}/g, ":$1"),
  };
}

function paramsOf<Caller>({ names }: Route<Caller>, match: RegExpExecArray): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
}

function send<Caller>(
  { observe, log }: PolledReadDeps<Caller>,
  { name: route }: Route<Caller>,
  bytes: Buffer,
  began: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const requestId = newRequestId();
  response.writeHead(200, { "x-request-id": requestId, "content-type": jsonType, "content-length": bytes.length });
  response.end(bytes);
  const milliseconds = performance.now() - began;
  observe(route, 200, milliseconds / 1000);
  if (log.isLevelEnabled("debug")) {
    const address = request.socket.remoteAddress;
    log.debug({ requestId, method: "GET", route, status: 200, milliseconds, address }, "request");
  }
}
