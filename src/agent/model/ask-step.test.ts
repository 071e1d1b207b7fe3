import { expect, test } from "vitest";
import { readRetryAfter } from "./ask-step.ts";
import { describeMalformed } from "./model-tools.ts";

const now = Date.parse("2026-11-16T12:00:00Z");

test.each([
  [{ "retry-after": "60" }, 60],
  [{ "retry-after": "1.5" }, 1.5],
  [{ "retry-after": "Mon, 16 Nov 2026 12:02:00 GMT" }, 120],
  [{ "retry-after": "Mon, 16 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after-ms": "2500", "retry-after": "60" }, 2.5],
  [{ "retry-after": "999999" }, 3_600],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
] as [Record<string, string>, number | undefined][])("%j asks for %s seconds", (headers, seconds) => {
  expect(readRetryAfter(headers, now)).toBe(seconds);
});

test("a known tool with broken arguments isn't reported as unknown", () => {
  expect(describeMalformed("edit_file")).toBe("The arguments are not valid JSON.");
  expect(describeMalformed("run_shell")).toBe("There is no such tool.");
});
