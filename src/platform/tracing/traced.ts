type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  /** Never secrets, texts of people, or addresses with a query. IDs are fine here, unlike in the name. */
  attributes?: Attributes;
  /** A `traceparent` header. Without it, the parent is the span that is active now. */
  parent?: string | undefined;
  /** Also a `tracestate` header. */
  state?: string | undefined;
  /** In milliseconds since the epoch; now if omitted. */
  startedAt?: number;
}

export interface Span {
  readonly traceId: string;
  /** The header that makes something elsewhere a child of this span. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Only the kind of error is recorded: its message may contain what people wrote. */
  fail(error: unknown): void;
  end(): void;
  /** Spans that the work starts are children of this one. */
  run<Value>(work: () => Value): Value;
}

/** What `startTracing` provides. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  findActive(): Span | undefined;
  /** The headers of an outgoing request. */
  headers(): Record<string, string>;
}

// One per process, like the log of a process: the alternative is a parameter of every function that might be traced.
let tracer: Tracer | undefined;

export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs the work in a span. The name must be one of few: an operation, a step, a command. */
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

/** For work that isn't one promise. Undefined while nothing is traced; the caller ends it. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options);
}

/** Adds to the span that is active now. */
export function annotateSpan(attributes: Attributes): void {
  tracer?.findActive()?.set(attributes);
}

/** The headers that continue the trace at another server; none while nothing is traced. */
export function traceHeaders(): Record<string, string> {
  return tracer?.headers() ?? {};
}
