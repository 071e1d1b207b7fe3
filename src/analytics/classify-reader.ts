import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import type { ReaderKind } from "../contract/analytics-operations.ts";
import { knownAgents } from "./known-agents.ts";

/** What a user agent says about a reader. */
export interface ReaderClass {
  kind: ReaderKind;
  /** The name of a program that isn't a browser; empty for people. */
  agent: string;
  /** Empty for programs. */
  device: "desktop" | "mobile" | "tablet" | "";
}

const userAgentLengthMax = 400;
const agentNameLengthMax = 40;
const classesRemembered = 5_000;
const known = knownAgents.map(([part, agent, kind]) => ({ part: part.toLowerCase(), agent, kind }));
const classes = new LRUCache<string, ReaderClass>({ max: classesRemembered });

/** `isText`: reads a form of a page that is made for programs, such as Markdown, without a browser. */
export function classifyReader(userAgent: string, isText: boolean): ReaderClass {
  const text = userAgent.slice(0, userAgentLengthMax);
  let found = classes.get(text);
  if (found === undefined) {
    found = classify(text);
    classes.set(text, found);
  }
  // A program that nobody knows, but that asks for Markdown, most likely reads it for a model.
  const isUnknown = found.kind === "person" || (found.kind === "bot" && isText);
  return isText && isUnknown ? { kind: "agent", agent: productOf(text), device: "" } : found;
}

function classify(text: string): ReaderClass {
  const lower = text.toLowerCase();
  const match = known.find(({ part }) => lower.includes(part));
  if (match !== undefined) return { kind: match.kind, agent: match.agent, device: "" };
  if (text === "" || isbot(text)) return { kind: "bot", agent: productOf(text), device: "" };
  return { kind: "person", agent: "", device: deviceOf(text) };
}

/** The name in a user agent such as `curl/8.5.0`; of browsers and programs that pose as one, `Other`. */
function productOf(text: string): string {
  const [, name = ""] = /^([\w .-]{1,60}?)(?:[/;(]|$)/.exec(text) ?? [];
  const trimmed = name.trim().slice(0, agentNameLengthMax);
  return trimmed === "" || trimmed === "Mozilla" ? "Other" : trimmed;
}

function deviceOf(text: string): ReaderClass["device"] {
  if (/iPad|Tablet|PlayBook|Silk/i.test(text)) return "tablet";
  if (/Android/i.test(text)) return /Mobile/i.test(text) ? "mobile" : "tablet";
  return /Mobi|iPhone|iPod/i.test(text) ? "mobile" : "desktop";
}
