import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** By default, a server's heap may grow to four times its data before V8 collects the garbage. */
const growthPercent = 50;
/** V8 doubles the space of young objects after busy moments, up to 134 MB, and rarely makes it smaller again. */
const youngBytesMax = 32_000_000;
const [growing, staying] = [2, 1];

/** Keeps the memory of a process that runs for months close to what it holds. */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  let factor = growing;
  // The size of this space can only be set when a process starts, but how it grows is read at every collection.
  const observer = new PerformanceObserver(() => {
    const wanted = youngBytes() < youngBytesMax ? growing : staying;
    if (wanted === factor) return;
    factor = wanted;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  });
  observer.observe({ entryTypes: ["gc"] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
