import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  createTraceState,
  type Span as LibrarySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { readTraceParent, writeTraceParent } from "./trace-parent.ts";
import type { Span, SpanOptions, Tracer } from "./traced.ts";

type Tracing = NonNullable<Config["tracing"]>;

const scope = "lectern";
const spansWaitingMax = 4_096;
const exportMilliseconds = 10_000;
const stateCharactersMax = 512;
const limits = { attributeValueLengthLimit: 256, attributeCountLimit: 32 };

/**
 * Maps our few tracing functions to OpenTelemetry. Only `startTracing` imports this file, and only if there is a
 * collector.
 */
export function openTelemetry(tracing: Tracing, role: string, log: Log): { tracer: Tracer; shutdown(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "lectern", "lectern.role": role }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    sampler: samplerOf(tracing),
    spanLimits: limits,
    spanProcessors: [
      // A full queue drops spans, so nothing ever waits for the collector.
      new BatchSpanProcessor({
        exporter: reportOutages(new OTLPTraceExporter(), log),
        maxQueueSize: spansWaitingMax,
        exportTimeoutMillis: exportMilliseconds,
      }),
    ],
  });
  const library = provider.getTracer(scope);
  const contexts = new AsyncLocalStorage<Context>();
  const active = () => contexts.getStore() ?? ROOT_CONTEXT;
  const tracer: Tracer = {
    start(name, options) {
      const parent = parentOf(options) ?? active();
      const span = library.startSpan(
        name,
        {
          kind: kinds[options.kind ?? "internal"],
          ...(options.attributes === undefined ? {} : { attributes: options.attributes }),
          ...(options.startedAt === undefined ? {} : { startTime: options.startedAt }),
        },
        parent,
      );
      return wrap(span, contexts, parent);
    },
    findActive() {
      const span = trace.getSpan(active());
      return span && wrap(span, contexts, active());
    },
    headers() {
      const context = trace.getSpanContext(active());
      if (context === undefined) return {};
      const state = context.traceState?.serialize() ?? "";
      return { traceparent: headerOf(context), ...(state === "" ? {} : { tracestate: state }) };
    },
  };
  return { tracer, shutdown: () => provider.shutdown() };
}

function wrap(span: LibrarySpan, contexts: AsyncLocalStorage<Context>, parent: Context): Span {
  const context = span.spanContext();
  return {
    traceId: context.traceId,
    traceparent: headerOf(context),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail(error) {
      span.setAttribute("error.type", errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
    run: (work) => contexts.run(trace.setSpan(parent, span), work),
  };
}

function headerOf({ traceId, spanId, traceFlags }: ReturnType<LibrarySpan["spanContext"]>): string {
  return writeTraceParent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
}

function parentOf({ parent, state }: SpanOptions): Context | undefined {
  const read = readTraceParent(parent);
  if (read === undefined) return undefined;
  const { traceId, spanId, isSampled } = read;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state === undefined || state.length > stateCharactersMax ? {} : { traceState: createTraceState(state) }),
  });
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** A status number, a code such as ECONNREFUSED, or the error's class name. */
function errorType(error: unknown): string {
  if (typeof error === "number") return String(error);
  const { code, name = "unknown" } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === "string" && /^[\w-]{1,60}$/.test(code) ? code : name;
}

/** The samplers of the OpenTelemetry specification, by their official names. */
function samplerOf({ sampler, ratio }: Tracing): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    name === "always_off"
      ? new AlwaysOffSampler()
      : name === "traceidratio"
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return isParentBased === undefined ? root : new ParentBasedSampler({ root });
}

/** Logs when the collector becomes unreachable and when it is back, not with every batch. */
function reportOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) {
          log.warn({ reason: errorType(result.error) }, "The trace collector can't be reached; its spans are dropped.");
        }
        if (!hasFailed && isFailing) log.info("The trace collector can be reached again.");
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
