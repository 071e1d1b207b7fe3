/** The W3C header that says which trace a request belongs to. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

// Versions after 00 may append fields; ff isn't a valid version.
const pattern = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[!-~]{0,200})?$/;
const zeros = /^0+$/;

/** Undefined for an invalid header, so that the trace begins here. */
export function readTraceParent(header: unknown): TraceParent | undefined {
  const parts = typeof header === "string" ? pattern.exec(header) : null;
  const [, version, traceId = "", spanId = "", flags = "", more] = parts ?? [];
  if (parts === null || zeros.test(traceId) || zeros.test(spanId) || (version === "00" && more !== undefined)) {
    return undefined;
  }
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
