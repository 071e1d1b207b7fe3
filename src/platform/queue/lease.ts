import { type Interruption, JobInterrupted } from "./handler.ts";
import type { ClaimedJob, Queue, QueueLog } from "./queue.ts";

export interface KeptLease {
  /** Aborts when the job must stop. */
  readonly signal: AbortSignal;
  interrupt(interruption: Interruption): void;
  /** Stops renewing. */
  end(): void;
}

// Two renewals may fail before the lease is in danger.
const heartbeatsPerLease = 3;

/** Renews a job's lease until it ends, and interrupts the job when the lease is lost. */
export function keepLease(
  { queue, log }: { queue: Queue; log: QueueLog },
  job: ClaimedJob,
  leaseSeconds: number,
): KeptLease {
  const leaseMilliseconds = leaseSeconds * 1_000;
  const controller = new AbortController();
  let ended = false;
  // Ends the job when its lease expires, even while the database is down or a renewal hangs.
  let expiry = setTimeout(() => lose("lost"), leaseMilliseconds);
  let next = setTimeout(renew, leaseMilliseconds / heartbeatsPerLease);

  async function renew(): Promise<void> {
    const sentAt = performance.now();
    try {
      const state = await queue.heartbeat(job, leaseSeconds);
      if (ended) {
        return;
      }
      if (state !== "held") {
        lose(state);
      } else {
        clearTimeout(expiry);
        // Negative if this machine was suspended in between; Node would warn about a negative delay.
        const left = Math.max(0, sentAt + leaseMilliseconds - performance.now());
        expiry = setTimeout(() => lose("lost"), left);
      }
    } catch (error) {
      log.warn({ err: error, kind: job.kind, job: job.id }, "The lease of a job could not be renewed; retrying.");
    }
    if (!ended) {
      next = setTimeout(renew, leaseMilliseconds / heartbeatsPerLease);
    }
  }

  function lose(interruption: Interruption): void {
    end();
    interrupt(interruption);
  }

  function interrupt(interruption: Interruption): void {
    if (!controller.signal.aborted) {
      controller.abort(new JobInterrupted(job, interruption));
    }
  }

  function end(): void {
    ended = true;
    clearTimeout(expiry);
    clearTimeout(next);
  }

  return { signal: controller.signal, interrupt, end };
}
