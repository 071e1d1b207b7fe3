import { setTimeout } from "node:timers/promises";
import { send } from "../../contract/send.ts";
import { Api } from "./api.ts";
import { entryPoints } from "./entry-points.ts";
import { attackLive, type LiveAttack } from "./live-attacks.ts";
import type { PreparedRequest } from "./prepare.ts";
import { toRequest, type Variant } from "./variants.ts";

/** The processor time that one request may cost the API process. */
const millisecondsMax = 250;
/** A process that needs this much is ended, so that the test ends too. */
const killMilliseconds = 2_000;
/** The first requests of their kind also load and compile code, and any request may meet a garbage collection. */
const triesMax = 3;
/** A reply that takes longer than this never comes. */
const replyMilliseconds = 120_000;
const requestsTogether = 12;
const quietMilliseconds = 10;
/** Longer than the pause after which live editing stores a batch of changes. */
const liveQuietMilliseconds = 150;

type Send = (url: string, prepared: PreparedRequest) => Promise<unknown>;

/** Sends expensive requests to an API process, which is replaced if it has to be ended. */
export class Attacker {
  #api: Api | undefined;

  /** Sends the variants of a request. Returns a line for each that is too expensive or fails on the server. */
  async sendAll(name: string, texts: string, variants: Iterable<Variant>): Promise<string[]> {
    const found: string[] = [];
    for (const some of inGroups(variants, requestsTogether)) {
      const failures: string[] = [];
      const milliseconds = await this.#measure(name, texts, async (url, prepared) => {
        for (const variant of some) failures.push(...(await this.#send(name, variant, url, prepared)));
      });
      found.push(...failures);
      // Together they are cheap, so each of them is.
      if (milliseconds <= millisecondsMax) continue;
      for (const variant of some) {
        const what = `${name}, ${variant.name}, ${texts}`;
        found.push(...(await this.#expectCheap(what, name, texts, (...to) => this.#send(name, variant, ...to))));
      }
    }
    return found;
  }

  async sendLive(attack: LiveAttack, texts: string): Promise<string[]> {
    const what = `live editing, ${attack.name}`;
    return this.#expectCheap(what, "getDraft", texts, async (url, prepared) => {
      await attackLive(url, prepared, attack);
      await setTimeout(liveQuietMilliseconds);
    });
  }

  async stop(): Promise<void> {
    await this.#api?.stop();
  }

  async #expectCheap(what: string, name: string, texts: string, work: Send): Promise<string[]> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < triesMax && least > millisecondsMax; tries += 1) {
      least = Math.min(least, await this.#measure(name, texts, work));
      if (this.#api?.isRunning !== true) break;
    }
    if (least <= millisecondsMax) return [];
    return [`${what}: ${least === Number.POSITIVE_INFINITY ? `more than ${killMilliseconds}` : Math.round(least)} ms`];
  }

  /** Prepares a request of its own, because the one before may have changed what it is about. */
  async #measure(name: string, texts: string, work: Send): Promise<number> {
    if (this.#api?.isRunning !== true) {
      await this.#api?.stop();
      this.#api = await Api.start();
    }
    const api = this.#api;
    const prepared = await api.prepare({ name, texts });
    const options = { millisecondsMax: killMilliseconds, quietMilliseconds };
    return api.measure(() => work(api.url, prepared), options);
  }

  async #send(name: string, variant: Variant, url: string, prepared: PreparedRequest): Promise<string[]> {
    const operation = entryPoints[name];
    if (operation === undefined) throw new Error(`Unknown entry point ${name}.`);
    const reply = await Promise.race([
      send(url, toRequest(operation, variant.change(prepared))),
      setTimeout(replyMilliseconds, undefined, { ref: false }),
    ]);
    if (reply === undefined) return [`${name}, ${variant.name}: no reply`];
    return reply.status === 500 ? [`${name}, ${variant.name}: ${reply.status} ${reply.text.slice(0, 100)}`] : [];
  }
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
