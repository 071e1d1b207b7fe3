import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { canonicalAddress, isAddressIn, plainAddress } from "../platform/address.ts";
import type { Log } from "../platform/log.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

// Below the number of files that a process may usually open, because the database, the store and git need some too.
const connectionsMax = 15_000;
const waitingMax = 16;
// Longer than any handler needs until it sends something: a push to the built-in host may take 16 minutes with its wait,
// and a request that fetches from a remote host twice may take 20.
const silentMilliseconds = 1_260_000;
const warningMilliseconds = 60_000;

interface ConnectionLimits {
  log: Log;
  /** These hold the connections of many clients, so the limit per address doesn't apply to them. */
  trustedProxies: readonly string[];
  connectionsPerAddressMax?: number | undefined;
}

/** Refuses connections above the limits, and closes those on which nothing moves, such as a reader that stopped. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { log, trustedProxies, connectionsPerAddressMax = Number.POSITIVE_INFINITY } = limits;
  const open = new Map<string, number>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = connectionsMax;
  server.timeout = silentMilliseconds;
  server.on("connection", (socket: Socket) => {
    if (isAddressIn(plainAddress(socket.remoteAddress) ?? "", trustedProxies)) return;
    const address = canonicalAddress({ ip: socket.remoteAddress });
    const count = open.get(address) ?? 0;
    if (count >= connectionsPerAddressMax) {
      socket.destroy();
      if (performance.now() - warnedAt < warningMilliseconds) return;
      warnedAt = performance.now();
      log.warn({ address }, "an address has too many connections; is it a proxy that LECTERN_TRUSTED_PROXIES lacks?");
      return;
    }
    open.set(address, count + 1);
    socket.once("close", () => {
      const rest = (open.get(address) ?? 1) - 1;
      if (rest === 0) open.delete(address);
      else open.set(address, rest);
    });
  });
}

/**
 * Answers the requests of a connection one after the other. Node would start all requests that arrive together, a
 * thousand in one message, and hold their replies in memory.
 */
export function oneAtATime(listener: Listener): Listener {
  const queues = new WeakMap<Socket, Queue>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? openQueue(socket);
    const run = () => {
      queue.isBusy = true;
      response.on("close", queue.next);
      listener(request, response);
    };
    if (!queue.isBusy) run();
    // A request that waits is bound, because it would otherwise run in the async context of the one before it.
    else if (queue.waiting.push(AsyncResource.bind(run)) > waitingMax) socket.destroy();
  };

  function openQueue(socket: Socket): Queue {
    const queue: Queue = {
      isBusy: false,
      waiting: [],
      next() {
        queue.isBusy = queue.waiting.length > 0;
        // Other connections get their turn first.
        if (queue.isBusy) setImmediate(() => socket.destroyed || queue.waiting.shift()?.());
      },
    };
    queues.set(socket, queue);
    return queue;
  }
}

/** The requests of a connection. */
interface Queue {
  isBusy: boolean;
  waiting: (() => void)[];
  /** Starts the next request. */
  next(): void;
}
