import type { ByteRange } from "../../platform/artifacts/object-store.ts";

/** One range of a `Range` header. Several at once, or what cannot be read, get the whole file, as the standard allows. */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) {
    return undefined;
  }
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && start < size ? { start, end } : "unsatisfiable";
}
