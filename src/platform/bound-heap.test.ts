import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/**
 * Allocates like a server in a busy moment: most objects die young, and some survive a few collections. Without a bound,
 * V8 takes 67 MB for them after 14 rounds; without growing, it has at most 20.
 */
const busy = `
  import { setImmediate } from "node:timers/promises";
  import { getHeapSpaceStatistics } from "node:v8";
  import { boundHeap } from ${JSON.stringify(new URL("./bound-heap.ts", import.meta.url).href)};
  boundHeap()();
  const kept = [];
  let most = 0;
  for (let round = 0; round < 40; round++) {
    kept[round % 10] = Array.from({ length: 20_000 }, (_, index) => ({ index, text: "x" + index, list: [index] }));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    most = Math.max(most, young.space_size);
    await setImmediate();
  }
  console.log(most);`;

test("a busy process gets more space for young objects, but is never left with a large one", () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", busy];
  const most = Number(execFileSync(process.execPath, args));
  expect(most).toBeGreaterThan(24_000_000);
  expect(most).toBeLessThan(60_000_000);
});
