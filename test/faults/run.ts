import { parseArgs } from "node:util";
import { runFaults } from "./fault-run.ts";
import type { SetupName } from "./setups.ts";

/** The long run, with any seed: `npm run faults -- --seed N --faults 500 --setup cluster|single|both --only "full disk" --keep`. */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    faults: { type: "string", default: "500" },
    setup: { type: "string", default: "both" },
    only: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(1));
}
const print = (text: string) => void process.stdout.write(`${text}\n`);
// The cluster has more parts that can fail.
const shares: Record<SetupName, number> = { cluster: 0.7, single: 0.3 };
for (const setup of ["single", "cluster"] as const) {
  if (values.setup !== "both" && values.setup !== setup) {
    continue;
  }
  const faults = Math.ceil(Number(values.faults) * (values.setup === "both" ? shares[setup] : 1));
  const startedAt = performance.now();
  const { broken } = await runFaults({
    setup,
    seed: Number(values.seed),
    faults,
    clients: 4,
    only: values.only,
    keep: values.keep,
    print,
  });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  print(`${setup}: ${faults} faults in ${minutes} minutes, ${broken.length} promises broken`);
  if (broken.length > 0) process.exitCode = 1;
}
process.exit();
