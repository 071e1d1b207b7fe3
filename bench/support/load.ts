import autocannon from "autocannon";

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

const connections = 32;

/**
 * Sends as many requests as the server can handle for a while. Throws on any reply other than 200, because such replies
 * would distort the results.
 */
export async function load(url: string, seconds: number, headers: Record<string, string> = {}): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} replies were not successful, and ${result.errors} requests failed.`);
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printLoad(name: string, { perSecond, p50, p99 }: Load): void {
  console.log(`  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} requests/s   p50 ${p50} ms   p99 ${p99} ms`);
}
