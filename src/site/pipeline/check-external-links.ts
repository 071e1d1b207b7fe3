import type { LinkUse } from "../page/markdown/collect-facts.ts";
import { BuildProblem } from "../shared/build-problem.ts";
import type { CheckAddress } from "./check-address.ts";

interface ExternalCheck {
  problems: BuildProblem[];
  /** Why an address fails, by the address without its fragment. */
  faults: ReadonlyMap<string, string>;
  /** How many URLs were requested. */
  asked: number;
  /** How many URLs weren't requested: those outside the public internet, and those beyond the limit. */
  notAsked: number;
}

const addressesMax = 5_000;
const hostsAtOnce = 8;

/** Requests each external URL once, sequentially per host, and reports every link to a broken URL. */
export async function checkExternalLinks(
  links: readonly LinkUse[],
  ask: CheckAddress,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number, total: number) => void },
): Promise<ExternalCheck> {
  const places = groupByAddress(links);
  const addresses = [...places.keys()].slice(0, addressesMax);
  const waiting = [...Map.groupBy(addresses, (address) => new URL(address).host).values()];
  const faults = new Map<string, string>();
  let done = 0;
  let notAsked = places.size - addresses.length;
  async function askHosts(): Promise<void> {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      for (const address of host) {
        const answer = await ask(address, signal);
        if (answer === "not asked") notAsked += 1;
        else if (answer !== "answers") faults.set(address, answer.problem);
        done += 1;
        onProgress?.(done, addresses.length);
      }
    }
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, askHosts));
  const problems = addresses.flatMap((address) => {
    const fault = faults.get(address);
    return (fault === undefined ? [] : (places.get(address) ?? [])).map(
      ({ url, place }) => new BuildProblem(`links to ${url}, but ${fault}`, { severity: "warning", ...place }),
    );
  });
  return { problems, faults, asked: places.size - notAsked, notAsked };
}

/** Groups links by URL without the fragment, because fragments only matter to browsers. */
function groupByAddress(links: readonly LinkUse[]): Map<string, LinkUse[]> {
  const places = new Map<string, LinkUse[]>();
  for (const link of links) {
    const url = /^(?:https?:)?\/\//i.test(link.url) ? URL.parse(link.url, "https://x") : null;
    if (url === null) continue;
    url.hash = "";
    const known = places.get(url.href) ?? [];
    places.set(url.href, known);
    const isListed = known.some(({ place }) => place?.file === link.place?.file && place?.line === link.place?.line);
    if (!isListed) known.push(link);
  }
  return places;
}
