import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Measured, measuredNow } from "./measure.ts";

const nanoseconds = 1e9;
const microseconds = 1e6;
const resolution = 20;

/** Memory, processor and event loop of this process, under the names that Prometheus users know. */
export function createProcessReader(): () => Measured[] {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  return () => {
    const memory = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const gauge = (name: string, help: string, value: number) => measuredNow(name, help, [[{}, value]]);
    const counter = (name: string, help: string, value: number) => measuredNow(name, help, [[{}, value]], "counter");
    const measured = [
      counter("process_cpu_user_seconds_total", "Processor time in user mode.", user / microseconds),
      counter("process_cpu_system_seconds_total", "Processor time in system mode.", system / microseconds),
      counter("process_cpu_seconds_total", "Processor time.", (user + system) / microseconds),
      gauge("process_start_time_seconds", "When the process started, in seconds since the epoch.", startedAt),
      gauge("process_resident_memory_bytes", "Memory in use.", memory.rss),
      gauge("process_open_fds", "Open files and sockets; NaN where the system doesn't say.", countOpenFiles()),
      gauge("nodejs_heap_size_total_bytes", "Size of the JavaScript heap.", memory.heapTotal),
      gauge("nodejs_heap_size_used_bytes", "Used part of the JavaScript heap.", memory.heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory of buffers outside of the heap.", memory.external),
      gauge(
        "nodejs_eventloop_lag_mean_seconds",
        "Mean delay of the event loop since the last read.",
        lagOf(delay.mean),
      ),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "99th percentile of the delay of the event loop since the last read.",
        lagOf(delay.percentile(99)),
      ),
      gauge(
        "nodejs_eventloop_lag_max_seconds",
        "Longest delay of the event loop since the last read.",
        lagOf(delay.max),
      ),
    ];
    delay.reset();
    return measured;
  };
}

/** Subtracts the measuring interval. NaN means that nothing was measured yet. */
function lagOf(delay: number): number {
  return Number.isFinite(delay) && delay < nanoseconds * 3_600
    ? Math.max(0, delay / nanoseconds - resolution / 1_000)
    : 0;
}

function countOpenFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return Number.NaN;
  }
}
