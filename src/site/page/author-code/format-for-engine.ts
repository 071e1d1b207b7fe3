import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";

/** The classes of `Intl` that author code can use, with their methods. */
export const formatMethods: Record<string, string[]> = {
  NumberFormat: ["format", "formatToParts", "formatRange", "resolvedOptions"],
  DateTimeFormat: ["format", "formatToParts", "formatRange", "formatRangeToParts", "resolvedOptions"],
  PluralRules: ["select", "selectRange", "resolvedOptions"],
  RelativeTimeFormat: ["format", "formatToParts", "resolvedOptions"],
  ListFormat: ["format", "formatToParts", "resolvedOptions"],
  Collator: ["compare", "resolvedOptions"],
  DisplayNames: ["of", "resolvedOptions"],
};

const requestLengthMax = 200_000;
const formatsMax = 200;
const formats = new LRUCache<string, Record<string, (...args: unknown[]) => unknown>>({ max: formatsMax });
/** A fixed locale, so that builds on different machines have the same result. */
const defaultLocale = "en-US";

interface FormatRequest {
  kind: string;
  locales?: string | string[];
  options?: Record<string, unknown>;
  method: string;
  args: unknown[];
}

/**
 * Does the work that the engine can't do: it has no locales, parses fewer date formats, and has no Base64. The request
 * and the answer are JSON.
 */
export function formatForEngine(request: string): string {
  if (request.length > requestLengthMax) return JSON.stringify({ refused: "it formats a text that is too long" });
  try {
    return JSON.stringify({ value: answer(JSON.parse(request)) });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "";
    return JSON.stringify({ refused: `its code fails: ${reason}` });
  }
}

function answer({ kind, locales = defaultLocale, options, method, args }: FormatRequest): unknown {
  const [first, second] = args;
  if (kind === "btoa") return btoa(String(first));
  if (kind === "Date") return answerDate(method, typeof first === "number" ? first : String(first), locales, options);
  if (kind === "String") {
    const text = String(first);
    if (method === "localeCompare") return text.localeCompare(String(second), locales, options);
    return method === "toLocaleUpperCase" ? text.toLocaleUpperCase(locales) : text.toLocaleLowerCase(locales);
  }
  if (!Object.hasOwn(formatMethods, kind) || !formatMethods[kind]?.includes(method)) {
    throw new Error(`Intl.${kind} has no method ${method}`);
  }
  const Format = Intl[kind as "NumberFormat"];
  const create = () => new Format(locales, options) as unknown as Record<string, (...args: unknown[]) => unknown>;
  return computeOnce(formats, JSON.stringify([kind, locales, options]), create)[method]?.(...args);
}

function answerDate(method: string, date: number | string, ...style: [string | string[], object | undefined]): unknown {
  if (method === "parse") return Date.parse(String(date));
  if (method === "toLocaleDateString") return new Date(date).toLocaleDateString(...style);
  return method === "toLocaleTimeString"
    ? new Date(date).toLocaleTimeString(...style)
    : new Date(date).toLocaleString(...style);
}
