import { expect, test } from "vitest";
import { runFaults } from "./fault-run.ts";
import type { SetupName } from "./setups.ts";

/** Only reached on a very busy machine; on a quiet one, a run takes about a minute. */
const timeout = 2_400_000;
const seed = 20_261_116;

// Every kind of fault occurs at least once. `npm run faults` runs for longer, with any seed.
test.each<[SetupName, number]>([
  ["single", 10],
  ["cluster", 29],
])(
  "on the setup %s, %i random faults cause no acknowledged work to be lost, repeated or stuck",
  { timeout },
  async (setup, faults) => {
    const report: string[] = [];
    const { broken } = await runFaults({ setup, seed, faults, clients: 2, print: (text) => report.push(text) });
    expect(broken, report.join("\n")).toEqual([]);
  },
);
