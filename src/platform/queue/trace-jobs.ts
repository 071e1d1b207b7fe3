import { startSpan, traced, traceHeaders } from "../tracing/traced.ts";
import type { ClaimedJob, NewJob, Queue } from "./queue.ts";

/** The same queue, but every job carries the trace it was enqueued in, so that the worker continues that trace. */
export function traceJobs(queue: Queue): Queue {
  return {
    ...queue,
    enqueue: (tx, job) =>
      traced(`enqueue ${job.kind}`, { kind: "producer", attributes: attributesOf(job) }, () =>
        queue.enqueue(tx, withTrace(job)),
      ),
  };
}

/**
 * Runs a claimed job in spans: the claim is a child of the span that enqueued the job, and the run is a child of the
 * claim.
 */
export function traceRun(job: ClaimedJob, claimingSince: number, work: () => Promise<void>): Promise<void> {
  const attributes = { ...attributesOf(job), "lectern.job.claim": job.claim };
  const { traceparent } = job.payload;
  const parent = typeof traceparent === "string" ? traceparent : undefined;
  const claim = startSpan(`claim ${job.kind}`, { kind: "consumer", attributes, parent, startedAt: claimingSince });
  claim?.end();
  return traced(`run ${job.kind}`, { kind: "consumer", attributes, parent: claim?.traceparent }, work);
}

function withTrace(job: NewJob): NewJob {
  const { traceparent } = traceHeaders();
  return traceparent === undefined ? job : { ...job, payload: { ...job.payload, traceparent } };
}

function attributesOf({ kind, id, group }: Pick<NewJob, "kind" | "id" | "group">) {
  return { "lectern.job.kind": kind, "lectern.job.id": id, "lectern.job.group": group };
}
