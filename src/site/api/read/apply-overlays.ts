import { BuildProblem, type ProblemRecord, problemToRecord } from "../../shared/build-problem.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type Budget, findByJsonPath, type Match } from "./json-path.ts";
import { checkSize, parseSpec } from "./parse-spec.ts";
import { listField, own, textField } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

/** A document of the OpenAPI Overlay specification, 1.0 or 1.1. */
export interface SpecOverlay {
  file: string;
  /** Undefined if the overlay can't be read; then `problem` says why. */
  text: string | undefined;
  problem?: string;
  /** For an overlay that docs.json doesn't list: what its `extends` says, which connects it to the description. */
  extends?: string;
}

interface Overlaid {
  /** Undefined if an overlay that docs.json lists can't be applied. Without it, pages could show what it removes. */
  root: JsonObject | undefined;
  problems: ProblemRecord[];
}

/** Changes an API description by its overlays, in order. An overlay is applied completely or not at all. */
export function applyOverlays(root: JsonObject, file: string, overlays: readonly SpecOverlay[]): Overlaid {
  let current = root;
  const problems: ProblemRecord[] = [];
  const budget = createBudget();
  for (const overlay of overlays) {
    const report = (message: string, hint?: string) =>
      problems.push({ message, severity: "warning", file: overlay.file, hint });
    try {
      // Parts of a parsed YAML document may be shared, and a change of one must not change the others.
      const changed = JSON.parse(JSON.stringify(current)) as JsonObject;
      if (!applyOverlay(changed, overlay, budget, report)) continue;
      checkSize(changed, overlay.file);
      current = changed;
    } catch (error) {
      if (!(error instanceof BuildProblem)) throw error;
      const problem: ProblemRecord = {
        ...problemToRecord(error),
        severity: "warning",
        file: error.file ?? overlay.file,
      };
      if (overlay.extends !== undefined) {
        problems.push({ ...problem, message: `${problem.message}, so this overlay isn't applied` });
        continue;
      }
      return { root: undefined, problems: [{ ...problem, message: `${problem.message}, so ${file} has no pages` }] };
    }
  }
  return { root: current, problems };
}

/** Returns false for a file that turns out not to be an overlay of this description. */
function applyOverlay(
  root: JsonObject,
  { file, text, problem, extends: found }: SpecOverlay,
  budget: Budget,
  report: (message: string, hint?: string) => void,
): boolean {
  if (text === undefined) throw new BuildProblem(problem ?? "can't be read", { file });
  const document = parseSpec(text, file);
  if (found !== undefined && textField(document, "extends")?.trim() !== found) return false;
  const version = textField(document, "overlay") ?? "";
  const isNewer = /^1\.1(?:\.\d+)?$/.test(version);
  if (!isNewer && !/^1\.0(?:\.\d+)?$/.test(version)) {
    throw new BuildProblem('is not an overlay: "overlay" must be "1.0.0" or "1.1.0"', { file });
  }
  const actions = listField(document, "actions");
  if (actions.length === 0) report("has no actions, so it changes nothing");
  if (actions.length > specLimits.overlayActionsMax) {
    throw new BuildProblem(`has more than ${specLimits.overlayActionsMax} actions`, { file });
  }
  for (const [index, action] of actions.entries()) {
    const name = `actions[${index}]`;
    const fail = (message: string) => new BuildProblem(`${name} ${message}`, { file });
    if (!isJsonObject(action)) throw fail("must be an object");
    const target = textField(action, "target");
    if (target === undefined) throw fail('has no "target"');
    const matches = find(root, target, budget, (reason) =>
      fail(`has the target ${JSON.stringify(target)}, which ${reason}`),
    );
    if (matches.length === 0) report(`${name} changes nothing: no part of the description matches ${target}`);
    const [update, copy] = [own(action, "update"), textField(action, "copy")];
    if (own(action, "remove") === true) remove(matches, () => fail("can't remove the whole description"));
    else if (copy !== undefined) {
      if (!isNewer) throw fail('uses "copy", which needs "overlay": "1.1.0"');
      if (update !== undefined) throw fail('has both "update" and "copy"');
      const sources = find(root, copy, budget, (reason) => fail(`copies ${JSON.stringify(copy)}, which ${reason}`));
      const [source] = sources;
      if (source === undefined || sources.length > 1) throw fail(`copies ${copy}, which must be exactly one part`);
      // Copied first, because a part can be copied into itself.
      const value = cloneValue(source.value, 0, budget);
      for (const match of matches) change(match, value, budget);
    } else if (update !== undefined) for (const match of matches) change(match, update, budget);
    else throw fail('has neither "update" nor "copy" nor "remove"');
  }
  return true;
}

function find(root: JsonObject, path: string, budget: Budget, explain: (reason: string) => BuildProblem): Match[] {
  try {
    return findByJsonPath(root, path, budget);
  } catch (error) {
    throw error instanceof BuildProblem || !(error instanceof Error) ? error : explain(error.message);
  }
}

function remove(matches: readonly Match[], atRoot: () => BuildProblem): void {
  for (const [parent, group] of Map.groupBy(matches, (match) => match.parent)) {
    if (parent === undefined) throw atRoot();
    const keys = new Set(group.map(({ key }) => key));
    if (!Array.isArray(parent)) for (const key of keys) delete parent[key];
    else {
      // All at once, because positions change with the first removed item.
      const kept = parent.filter((_, index) => !keys.has(index));
      parent.length = 0;
      for (const item of kept) parent.push(item);
    }
  }
}

function change({ value, parent, key, depth }: Match, update: JsonValue, budget: Budget): void {
  if (Array.isArray(value)) value.push(cloneValue(update, depth, budget));
  else if (isJsonObject(value) && isJsonObject(update)) merge(value, update, depth, budget);
  else if (Array.isArray(parent)) parent[Number(key)] = cloneValue(update, depth, budget);
  else if (parent !== undefined) parent[key] = cloneValue(update, depth, budget);
}

function merge(target: JsonObject, update: JsonObject, depth: number, budget: Budget): void {
  for (const [key, value] of Object.entries(update)) {
    // Assigning this name would change the prototype instead of adding a property.
    if (key === "__proto__") continue;
    const known = own(target, key);
    if (isJsonObject(known) && isJsonObject(value)) merge(known, value, depth + 1, budget);
    else if (Array.isArray(known) && Array.isArray(value)) {
      for (const item of value) known.push(cloneValue(item, depth + 1, budget));
    } else target[key] = cloneValue(value, depth + 1, budget);
  }
}

function cloneValue(value: JsonValue, depth: number, budget: Budget): JsonValue {
  budget.spend(1);
  if (depth > specLimits.depthMax) {
    throw new BuildProblem(`would nest the description more than ${specLimits.depthMax} levels deep`);
  }
  if (Array.isArray(value)) return value.map((item) => cloneValue(item, depth + 1, budget));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  merge(copy, value, depth, budget);
  return copy;
}

function createBudget(): Budget {
  let spent = 0;
  return {
    spend(values) {
      spent += values;
      if (spent > specLimits.overlayWorkMax) throw new BuildProblem("needs too much work: select fewer parts");
    },
  };
}
