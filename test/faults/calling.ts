import { setTimeout } from "node:timers/promises";
import type { Acknowledged } from "./acknowledged.ts";
import { type Call, type Reply, send } from "./send.ts";
import type { ApiNode, Setup } from "./setups.ts";

/** Everything a client needs: the nodes to call, its credentials, and the acknowledged changes. */
export interface ClientDeps {
  setup: Setup;
  model: Acknowledged;
  random(): number;
  organizationId: string;
  adminKey: string;
  cookie: string;
}

export const pauseMillisecondsMax = 700;
const triesMax = 3;

export function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

export function anyNode({ setup, random }: ClientDeps): ApiNode {
  return pick(random, setup.apis) as ApiNode;
}

/** Calls any node, as if through a load balancer. */
export function call(deps: ClientDeps, request: Omit<Call, "node">): Promise<Reply> {
  return send(deps.setup.journal, { node: anyNode(deps), ...request });
}

/** Repeats the request at random nodes until it is known whether it had an effect, or the attempts run out. */
export async function callUntilKnown(deps: ClientDeps, request: Omit<Call, "node">): Promise<Reply> {
  const idempotencyKey = `once-${Math.floor(deps.random() * 1e12)}`;
  let reply = await call(deps, { ...request, idempotencyKey });
  for (let tries = 1; tries < triesMax && (reply.status === 0 || reply.status >= 500); tries += 1) {
    await setTimeout(deps.random() * 2 * pauseMillisecondsMax);
    const again = await call(deps, { ...request, idempotencyKey });
    reply = { ...again, startedAt: reply.startedAt };
  }
  return reply;
}
