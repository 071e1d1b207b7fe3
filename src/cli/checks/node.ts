import { readFileSync } from "node:fs";
import type { Check } from "./check.ts";

interface Manifest {
  devDependencies: { node: string };
}

/** Compares the running Node with the version Lectern is tested with. */
export function checkNode(running: string = process.versions.node): Check {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const pinned = (JSON.parse(text) as Manifest).devDependencies.node;
  const found = `${running} (pinned: ${pinned})`;
  const major = (version: string) => Number.parseInt(version, 10);
  if (major(running) === major(pinned)) {
    return { name: "node", state: "ok", found };
  }
  return {
    name: "node",
    state: major(running) < major(pinned) ? "fail" : "warn",
    found,
    fix: 'run Lectern with "npm start" and "npm run lectern", which use the pinned version',
  };
}
