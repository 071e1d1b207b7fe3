import type { Range } from "./docs-page.ts";

/** An attribute with a plain text value. */
interface PlainAttribute extends Range {
  name: string;
  value: string;
}

/**
 * The attributes of the tag at the start of a range, with the positions of their values without quotes. The tag is
 * valid, because the parser has accepted it. Values with escapes, and expressions other than a single string, are left
 * out.
 */
export function scanAttributes(source: string, { start, end }: Range): PlainAttribute[] {
  const attributes: PlainAttribute[] = [];
  let index = start + 1;
  while (index < end && !/[\s/>{]/.test(source[index] ?? "")) index += 1;
  while (index < end) {
    const sign = source[index] ?? "";
    if (sign === ">") break;
    if (sign === "{") index = skipBraces(source, index, end);
    else if (/[\s/]/.test(sign)) index += 1;
    else {
      const nameStart = index;
      while (index < end && !/[\s=/>{]/.test(source[index] ?? "")) index += 1;
      const name = source.slice(nameStart, index);
      let valueStart = index;
      while (/\s/.test(source[valueStart] ?? "")) valueStart += 1;
      if (source[valueStart] !== "=") continue;
      valueStart += 1;
      while (/\s/.test(source[valueStart] ?? "")) valueStart += 1;
      index = skipValue(source, valueStart, end);
      const plain = plainValue(source, valueStart, index);
      if (plain !== undefined) attributes.push({ name, ...plain });
    }
  }
  return attributes;
}

function skipValue(source: string, start: number, end: number): number {
  const sign = source[start] ?? "";
  if (sign === "{") return skipBraces(source, start, end);
  if (sign !== '"' && sign !== "'") return start + 1;
  const close = source.indexOf(sign, start + 1);
  return close < 0 || close >= end ? end : close + 1;
}

/** Reads a value written as `"text"`, `'text'` or `{"text"}` without escapes. */
function plainValue(source: string, start: number, end: number): (Range & { value: string }) | undefined {
  const written = source.slice(start, end);
  const [, before = "", value] =
    /^((?:\{\s*)?["'])([^"'`&\\]*)["'](?:\s*\})?$/.exec(written) ?? /^(")([^"&]*)"$/.exec(written) ?? [];
  if (value === undefined) return undefined;
  return { value, start: start + before.length, end: start + before.length + value.length };
}

function skipBraces(source: string, start: number, end: number): number {
  let depth = 0;
  for (let index = start; index < end; index += 1) {
    const sign = source[index] ?? "";
    if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (sign === '"' || sign === "'" || sign === "`") {
      const close = closingQuote(source, index, end);
      // An apostrophe in text between tags inside the braces doesn't start a string, so it has no closing quote.
      if (close !== undefined) index = close;
    }
  }
  return end;
}

function closingQuote(source: string, start: number, end: number): number | undefined {
  for (let index = start + 1; index < end; index += 1) {
    if (source[index] === "\\") index += 1;
    else if (source[index] === source[start]) return index;
    else if (source[index] === "\n" && source[start] !== "`") return undefined;
  }
  return undefined;
}
