import type { Runtime } from "../page-tree.ts";
import { isList, isMap, type Value } from "../page-tree.ts";
import { joinTexts } from "./budget.ts";

const indentMax = 10;

/** `JSON.stringify(value, null, indent)` within the limits of the page. Functions and elements are left out. */
export function writeJson(value: Value, indent: Value, runtime: Runtime): string | undefined {
  const unit = typeof indent === "number" ? " ".repeat(Math.min(Math.max(Math.trunc(indent) || 0, 0), indentMax)) : "";
  return write(value, { unit, before: "", runtime });
}

interface Writing {
  unit: string;
  before: string;
  runtime: Runtime;
}

function write(value: Value, writing: Writing): string | undefined {
  const { runtime } = writing;
  runtime.budget.spend(1);
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (!isList(value) && !isMap(value)) return undefined;
  runtime.budget.enter();
  const inner = { ...writing, before: writing.before + writing.unit };
  const parts: string[] = [];
  if (isList(value)) for (const item of value) parts.push(write(item, inner) ?? "null");
  else {
    for (const [name, item] of value) {
      const text = write(item, inner);
      if (text !== undefined) parts.push(`${JSON.stringify(name)}:${writing.unit === "" ? "" : " "}${text}`);
    }
  }
  runtime.budget.leave();
  return enclosed(parts, isList(value) ? ["[", "]"] : ["{", "}"], inner.before, writing);
}

function enclosed(parts: string[], [open, close]: [string, string], before: string, writing: Writing): string {
  const isLong = writing.unit !== "" && parts.length > 0;
  const joined = joinTexts(parts, isLong ? `,\n${before}` : ",", writing.runtime);
  return isLong ? `${open}\n${before}${joined}\n${writing.before}${close}` : `${open}${joined}${close}`;
}
