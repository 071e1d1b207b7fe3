import { afterAll, describe, expect, test } from "vitest";
import { canMeasure } from "./api.ts";
import { Attacker } from "./attack.ts";
import { entryPoints } from "./entry-points.ts";
import { liveAttacks } from "./live-attacks.ts";
import { readsTexts, storedTexts } from "./stored-texts.ts";
import { unchanged, variantsOf } from "./variants.ts";

/** Killing and replacing the process takes longer than a request, but only after a failure. */
const timeout = 1_800_000;

describe.skipIf(!canMeasure)("one request doesn't stop the server", { timeout }, () => {
  const attacker = new Attacker();
  afterAll(() => attacker.stop());

  test.each(Object.keys(entryPoints))("no request to %s within the limits is expensive", async (name) => {
    const operation = entryPoints[name];
    if (operation === undefined) throw new Error(`Unknown entry point ${name}.`);
    expect(await attacker.sendAll(name, "plain", variantsOf(operation))).toEqual([]);
  });

  test.each(Object.keys(storedTexts))("no request about a project with %s is expensive", async (texts) => {
    const found: string[] = [];
    for (const name of Object.keys(entryPoints).filter(readsTexts)) {
      found.push(...(await attacker.sendAll(name, texts, [unchanged])));
    }
    expect(found).toEqual([]);
  });

  test.each(liveAttacks)("$name is cheap or refused in live editing", async (attack) => {
    expect(await attacker.sendLive(attack, "plain")).toEqual([]);
  });
});
