import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** By default, a server's heap may grow to four times its data before V8 collects the garbage. */
const growthPercent = 50;
/** V8 doubles the space of young objects after busy moments, up to 134 MB, and rarely makes it smaller again. */
const youngBytesMax = 32_000_000;
const [growing, staying] = [2, 1];

/**
 * Keeps the memory of a process that runs for months close to what it holds. Called before the process loads its code:
 * nearly all of that stays, so a larger space for young objects would only be empty afterwards. The returned function is
 * called when the code is loaded.
 */
export function boundHeap(): () => void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  // The size of this space can only be set when a process starts, but how it grows is read at every collection.
  let factor = staying;
  const grow = (wanted: number) => {
    if (wanted === factor) return;
    factor = wanted;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  setFlagsFromString(`--semi-space-growth-factor=${staying}`);
  const observer = new PerformanceObserver(() => grow(youngBytes() < youngBytesMax ? growing : staying));
  return () => {
    grow(growing);
    observer.observe({ entryTypes: ["gc"] });
  };
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
