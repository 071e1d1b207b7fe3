import { afterAll, describe, expect, test } from "vitest";
import { canMeasure } from "./api.ts";
import { Attacker } from "./attack.ts";
import { liveAttacks } from "./live-attacks.ts";
import { unchanged } from "./variants.ts";

/** Texts and requests that have stopped a server before, or are the worst of their kind. The long test tries all. */
const stored = {
  "1,400 equal lines": ["askDraftAgent", "describeChanges", "resolveConflict", "updateDraft", "publishDraft"],
  "frontmatter with many keys": ["changeFrontmatter", "duplicatePage", "planPageMove"],
  "opening tags": ["planPageMove", "searchDraft"],
  "navigation of many groups": ["readTree", "readSettings", "changeNavigation"],
};
const live = ["many clients that write at one place", "objects in the text"];

/** Only a crowded machine, or a failure, takes longer than half a minute. */
const timeout = 300_000;

describe.skipIf(!canMeasure)("one request doesn't stop the server", { timeout }, () => {
  const attacker = new Attacker();
  afterAll(() => attacker.stop());

  test.each(Object.entries(stored))("no request about a project with %s is expensive", async (texts, names) => {
    const found: string[] = [];
    for (const name of names) found.push(...(await attacker.sendAll(name, texts, [unchanged])));
    expect(found).toEqual([]);
  });

  test.each(liveAttacks.filter(({ name }) => live.includes(name)))(
    "$name is cheap or refused in live editing",
    async (attack) => {
      expect(await attacker.sendLive(attack, "plain")).toEqual([]);
    },
  );
});
