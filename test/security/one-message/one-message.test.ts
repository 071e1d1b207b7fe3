import { afterAll, describe, expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { canMeasure } from "./api.ts";
import { Attacker } from "./attack.ts";
import { entryPoints } from "./entry-points.ts";
import { liveAttacks } from "./live-attacks.ts";
import { unchanged, type Variant } from "./variants.ts";
import { worstOf } from "./webhooks.ts";

/** Texts and requests that have stopped a server before, or are the worst of their kind. The long test tries all. */
const stored = {
  "1,400 equal lines": ["askDraftAgent", "describeChanges", "updateDraft", "publishDraft"],
  "frontmatter with many keys": ["changeFrontmatter", "duplicatePage", "planPageMove"],
  "navigation of many groups": ["readTree", "readSettings", "changeNavigation"],
};
/** As they have stopped a server before, without signing in or with a signature of a project. */
const requests = {
  startTools: /^value 10: (many|some) items/,
  receiveGithubWebhook: /^push: (many keys|a form of a&)/,
};
const live = ["many clients that write at one place", "objects in the text"];

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

  test("presence in live editing is sent less often than it changes", async () => {
    expect(await attacker.sendInCrowd("awareness", { tabs: 8, pages: 3, times: 40 })).toEqual([]);
  });

  test.each(liveAttacks.filter(({ name }) => live.includes(name)))(
    "$name is cheap or refused in live editing",
    async (attack) => {
      expect(await attacker.sendLive(attack, "plain")).toEqual([]);
    },
  );
});
