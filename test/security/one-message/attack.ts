import { setTimeout } from "node:timers/promises";
import type { Operation } from "../../../src/contract/operation.ts";
import { messageBounds } from "../../../src/platform/message-bounds.ts";
import { send } from "../../contract/send.ts";
import { Api } from "./api.ts";
import { describeRoute, entryPoints } from "./entry-points.ts";
import { attackLive, type LiveAttack } from "./live-attacks.ts";
import { type Crowd, joinCrowd, type LiveKind } from "./live-crowd.ts";
import type { PreparedRequest, Wanted } from "./prepare.ts";
import { toRequest, type Variant } from "./variants.ts";

/** What one message costs the server, and may cost. */
const bounds = {
  milliseconds: messageBounds.processorMillisecondsMax,
  sentBytes: messageBounds.sentBytesMax,
  sentMessages: messageBounds.sentMessagesMax,
  processes: messageBounds.processesMax,
};
type Cost = typeof bounds;
const parts = Object.keys(bounds) as (keyof Cost)[];

/** These merge and commit, with one git command after the other. They take turns with those of other messages. */
const gitSteps: ReadonlySet<string> = new Set(["publishDraft", "requestReview", "resolveConflict", "mergePullRequest"]);
const gitStepsMax = 12;
/** A stored text of a megabyte that is shown, with its escapes. */
const storedBytesMax = 3 * messageBounds.bytesMax;

/** A process that needs this much is ended, so that the test ends too. */
const killMilliseconds = 2_000;
/** The first messages of their kind also load and compile code, and any message may meet a garbage collection. */
const triesMax = 3;
/** A reply that takes longer than this never comes. */
const replyMilliseconds = 120_000;
const messagesTogether = 12;
const quietMilliseconds = 10;
/** Longer than the pause after which live editing stores a batch of changes. */
const liveQuietMilliseconds = 150;
const worstShown = 10;

/** One message, or several of the same kind that share their costs. */
interface Message {
  name: string;
  times?: number;
  /** What is measured afterwards begins here. */
  begin?(url: string, prepared: PreparedRequest): Promise<void>;
  send(
    url: string,
    prepared: PreparedRequest,
  ): Promise<Pick<Cost, "sentBytes" | "sentMessages"> & { failure?: string }>;
  end?(): void;
}

/** Sends expensive messages to an API process, which is replaced if it has to be ended. */
export class Attacker {
  #api: Api | undefined;
  readonly #worst: { what: string; cost: Cost }[] = [];

  /** Operations for all routes that aren't described. */
  async otherRoutes(): Promise<[string, Operation][]> {
    const { routes } = await this.#running();
    return routes.flatMap((route) => {
      const operation = describeRoute(route);
      return operation === undefined ? [] : [[route, operation] as [string, Operation]];
    });
  }

  /** Sends the variants of a request. Returns a line for each that is too expensive or fails on the server. */
  async sendAll(wanted: Wanted, variants: Iterable<Variant>): Promise<string[]> {
    const operation = wanted.operation ?? entryPoints[wanted.name];
    if (operation === undefined) throw new Error(`Unknown entry point ${wanted.name}.`);
    const found: string[] = [];
    for (const some of inGroups(variants, messagesTogether)) {
      const messages = some.map((variant) => toMessage(operation, variant));
      const together = await this.#measure(wanted, messages);
      found.push(...together.failures);
      // Together they are cheap, so each of them is.
      if (together.milliseconds <= bounds.milliseconds && together.costs.every((cost) => isWithin(cost, wanted)))
        continue;
      for (const message of messages) found.push(...(await this.#expectCheap(wanted, message)));
    }
    return found;
  }

  async sendLive(attack: LiveAttack, texts: string): Promise<string[]> {
    return this.#expectCheap(
      { name: "getDraft", texts },
      {
        name: `live editing: ${attack.name}`,
        async send(url, prepared) {
          await attackLive(url, prepared, attack);
          await setTimeout(liveQuietMilliseconds);
          return { sentBytes: 0, sentMessages: 1 };
        },
      },
    );
  }

  /** Sends many messages of a kind while many tabs have the draft open. */
  async sendInCrowd(kind: LiveKind, size: { tabs: number; pages: number; times: number }): Promise<string[]> {
    let crowd: Crowd | undefined;
    return this.#expectCheap(
      { name: "getDraft", texts: "many pages that link to one" },
      {
        name: `live editing with ${size.tabs} tabs: ${kind}`,
        times: size.times,
        async begin(url, prepared) {
          crowd = await joinCrowd(url, prepared, size);
        },
        send: async () => (await crowd?.send(kind, size.times)) ?? { sentBytes: 0, sentMessages: 0 },
        end: () => crowd?.leave(),
      },
    );
  }

  /** The most expensive messages, as lines of a table. */
  describeWorst(): string {
    const worst = this.#worst.toSorted((one, other) => shareOf(other.cost) - shareOf(one.cost)).slice(0, worstShown);
    return worst.map(({ what, cost }) => `${describeCost(cost)}  ${what}`).join("\n");
  }

  async stop(): Promise<void> {
    await this.#api?.stop();
  }

  async #expectCheap(wanted: Wanted, message: Message): Promise<string[]> {
    const what = `${wanted.name}, ${message.name}, ${wanted.texts}`;
    let least: Cost | undefined;
    for (let tries = 0; tries < triesMax && (least === undefined || !isWithin(least, wanted)); tries += 1) {
      const { costs, milliseconds } = await this.#measure(wanted, [message]);
      const [cost = { sentBytes: 0, sentMessages: 0, processes: 0, milliseconds }] = costs;
      const all = { ...cost, milliseconds: milliseconds / (message.times ?? 1) };
      const before = least ?? all;
      least = Object.fromEntries(parts.map((part) => [part, Math.min(all[part], before[part])])) as Cost;
      if (this.#api?.isRunning !== true) break;
    }
    if (least === undefined || isWithin(least, wanted)) return [];
    this.#worst.push({ what, cost: least });
    return [`${what}: ${describeCost(least)}`];
  }

  /** Prepares a request of its own, because the one before may have changed what it is about. */
  async #measure(wanted: Wanted, messages: readonly Message[]) {
    const api = await this.#running();
    const prepared = await api.prepare(wanted);
    for (const message of messages) await message.begin?.(api.url, prepared);
    const costs: Cost[] = [];
    const failures: string[] = [];
    let before = await api.readUse();
    const work = async () => {
      for (const message of messages) {
        const { failure, ...sent } = await message.send(api.url, prepared);
        const after = await api.readUse();
        const { times = 1 } = message;
        const milliseconds = (after.milliseconds - before.milliseconds) / times;
        costs.push({ ...sent, milliseconds, processes: (after.processes - before.processes) / times });
        before = after;
        if (failure !== undefined) failures.push(`${wanted.name}, ${message.name}: ${failure}`);
      }
    };
    const milliseconds = await api.measure(work, { millisecondsMax: killMilliseconds, quietMilliseconds });
    for (const message of messages) message.end?.();
    for (const [at, cost] of costs.entries()) {
      this.#worst.push({ what: `${wanted.name}, ${messages[at]?.name}, ${wanted.texts}`, cost });
    }
    if (this.#worst.length > 1_000) {
      this.#worst.sort((one, other) => shareOf(other.cost) - shareOf(one.cost)).splice(worstShown);
    }
    return { costs, failures, milliseconds };
  }

  async #running(): Promise<Api> {
    if (this.#api?.isRunning === true) return this.#api;
    await this.#api?.stop();
    this.#api = await Api.start();
    return this.#api;
  }
}

function toMessage(operation: Operation, variant: Variant): Message {
  return {
    name: variant.name,
    async send(url, prepared) {
      const reply = await Promise.race([
        send(url, toRequest(operation, variant.change(prepared))),
        setTimeout(replyMilliseconds, undefined, { ref: false }),
      ]);
      const sentBytes = "file" in operation.reply ? 0 : Buffer.byteLength(reply?.text ?? "");
      const sent = { sentBytes, sentMessages: 1 };
      if (reply === undefined) return { ...sent, failure: "no reply" };
      return reply.status === 500 ? { ...sent, failure: `500 ${reply.text.slice(0, 100)}` } : sent;
    },
  };
}

function isWithin(cost: Cost, { name, texts }: Wanted): boolean {
  const max = {
    ...bounds,
    ...(texts !== "plain" && { sentBytes: storedBytesMax }),
    ...(gitSteps.has(name) && { processes: gitStepsMax }),
  };
  return parts.every((part) => cost[part] <= max[part]);
}

/** The largest part of a bound that a message uses. */
function shareOf(cost: Cost): number {
  return Math.max(...parts.map((part) => cost[part] / bounds[part]));
}

function describeCost({ milliseconds, sentBytes, sentMessages, processes }: Cost): string {
  const time = Number.isFinite(milliseconds) ? Math.round(milliseconds) : `more than ${killMilliseconds}`;
  return `${time} ms, ${Math.round(sentBytes)} bytes in ${Math.round(sentMessages)} messages, ${Math.round(processes)} processes:`;
}

function* inGroups<Item>(items: Iterable<Item>, size: number): Iterable<Item[]> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
