import { expect, test } from "vitest";
import { readTraceParent, writeTraceParent } from "./trace-parent.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("a valid traceparent header is read and written again unchanged", () => {
  const header = `00-${traceId}-${spanId}-01`;
  const read = readTraceParent(header);
  expect(read).toEqual({ traceId, spanId, isSampled: true });
  expect(read && writeTraceParent(read)).toBe(header);
  expect(readTraceParent(`00-${traceId}-${spanId}-00`)).toMatchObject({ isSampled: false });
});

test("a traceparent header of a later version may have more fields", () => {
  expect(readTraceParent(`cc-${traceId}-${spanId}-01-what-comes-later`)).toMatchObject({ traceId });
});

test.each([
  undefined,
  "",
  ["00", "01"],
  `00-${traceId}-${spanId}`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `cc-${traceId}-${spanId}-01-${"x".repeat(10_000)}`,
])("an invalid traceparent header starts a new trace: %j", (header) => {
  expect(readTraceParent(header)).toBeUndefined();
});
