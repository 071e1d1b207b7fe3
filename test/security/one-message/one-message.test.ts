import { afterAll, describe, expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { canMeasure } from "./api.ts";
import { Attacker } from "./attack.ts";
import { entryPoints } from "./entry-points.ts";
import { liveAttacks } from "./live-attacks.ts";
import { unchanged, type Variant } from "./variants.ts";
import { worstOf } from "./webhooks.ts";

/** One stored text, one request and one live edit that have stopped a server before. The long test tries all. */
const stored = { "frontmatter with many keys": ["changeFrontmatter"] };
const requests = { receiveGithubWebhook: /^push: (many keys|a form of a&)/ };
const live = ["objects in the text"];

/** Only a crowded machine, or a failure, takes longer than half a minute. */
const timeout = 300_000;

describe.skipIf(!canMeasure)("one message doesn't stop the server", { timeout }, () => {
  const attacker = new Attacker();
  afterAll(() => attacker.stop());

  test.each(Object.entries(stored))("no request about a project with %s is expensive", async (texts, names) => {
    const found: string[] = [];
    for (const name of names) found.push(...(await attacker.sendAll({ name, texts }, [unchanged])));
    expect(found).toEqual([]);
  });

  test.each(Object.entries(requests))("no worst message to %s is expensive", async (name, pattern) => {
    const variants: Variant[] = [];
    for (const variant of worstOf(entryPoints[name] as Operation)) {
      if (pattern.test(variant.name)) variants.push(variant);
      // Making the others takes longer than sending these.
      if (variants.length === 2) break;
    }
    expect(await attacker.sendAll({ name, texts: "plain" }, variants)).toEqual([]);
  });

  test("every webhook is described, with a valid signature or address", async () => {
    const others = await attacker.otherRoutes();
    expect(others.map(([route]) => route).filter((route) => route.includes("/webhooks/"))).toEqual([]);
  });

  test.each(liveAttacks.filter(({ name }) => live.includes(name)))(
    "$name is cheap or refused in live editing",
    async (attack) => {
      expect(await attacker.sendLive(attack, "plain")).toEqual([]);
    },
  );
});
