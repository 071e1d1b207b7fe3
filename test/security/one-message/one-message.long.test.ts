import { afterAll, describe, expect, test } from "vitest";
import { canMeasure } from "./api.ts";
import { Attacker } from "./attack.ts";
import { entryPoints } from "./entry-points.ts";
import { liveAttacks } from "./live-attacks.ts";
import { liveKinds } from "./live-crowd.ts";
import { readsTexts, storedTexts } from "./stored-texts.ts";
import { unchanged } from "./variants.ts";
import { worstOf } from "./webhooks.ts";

/** Killing and replacing the process takes longer than a message, but only after a failure. */
const timeout = 1_800_000;

describe.skipIf(!canMeasure)("one message doesn't stop the server", { timeout }, () => {
  const attacker = new Attacker();
  afterAll(async () => {
    await attacker.stop();
    process.stdout.write(`The most expensive messages:\n${attacker.describeWorst()}\n`);
  });

  test.each(liveKinds)("the message %s of live editing is cheap while 40 tabs have 20 pages open", async (kind) => {
    expect(await attacker.sendInCrowd(kind, { tabs: 40, pages: 20, times: 200 })).toEqual([]);
  });

  test.each(liveAttacks)("$name is cheap or refused in live editing", async (attack) => {
    expect(await attacker.sendLive(attack, "plain")).toEqual([]);
  });

  test("no request to a route that isn't described is expensive", async () => {
    const found: string[] = [];
    for (const [name, operation] of await attacker.otherRoutes()) {
      found.push(...(await attacker.sendAll({ name, texts: "plain", operation }, worstOf(operation))));
    }
    expect(found).toEqual([]);
  });

  test.each(Object.entries(entryPoints))("no request to %s within the limits is expensive", async (name, operation) => {
    expect(await attacker.sendAll({ name, texts: "plain" }, worstOf(operation))).toEqual([]);
  });

  test.each(Object.keys(storedTexts))("no request about a project with %s is expensive", async (texts) => {
    const found: string[] = [];
    for (const name of Object.keys(entryPoints).filter(readsTexts)) {
      found.push(...(await attacker.sendAll({ name, texts }, [unchanged])));
    }
    expect(found).toEqual([]);
  });
});
