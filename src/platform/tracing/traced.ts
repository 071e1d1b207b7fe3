type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  /** Must not contain secrets, people's texts or addresses with a query. Unlike names, attributes may contain IDs. */
  attributes?: Attributes;
  /** A `traceparent` header. Without it, the parent is the span that is active now. */
  parent?: string | undefined;
  /** The `tracestate` header that belongs to the parent. */
  state?: string | undefined;
  /** In milliseconds since the epoch; now if omitted. */
  startedAt?: number;
}

export interface Span {
  readonly traceId: string;
  /** The header that makes a remote span a child of this one. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Records only the kind of error, because the message may contain people's texts. */
  fail(error: unknown): void;
  end(): void;
  /** Spans that the work starts are children of this one. */
  run<Value>(work: () => Value): Value;
}

/** The interface to a tracing library. `startTracing` provides it. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  findActive(): Span | undefined;
  /** The headers of an outgoing request. */
  headers(): Record<string, string>;
}

// One tracer per process, like its log: otherwise every function that might be traced would need a parameter.
let tracer: Tracer | undefined;

export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs the work in a span. There must be few different names: operations, steps, commands. */
export function traced<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value> {
  if (tracer === undefined) return work();
  const span = tracer.start(name, options);
  return span.run(async () => {
    try {
      return await work();
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** For work that isn't a single promise. Undefined while tracing is off; the caller ends the span. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options);
}

/** Adds attributes to the span that is active now. */
export function annotateSpan(attributes: Attributes): void {
  tracer?.findActive()?.set(attributes);
}

/** The headers that continue the trace at another server; empty while tracing is off. */
export function traceHeaders(): Record<string, string> {
  return tracer?.headers() ?? {};
}
