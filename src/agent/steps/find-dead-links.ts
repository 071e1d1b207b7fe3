import { count } from "../../contract/count.ts";
import type { Declined, ExternalLink } from "../../docs-edits/edited-docs.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Services } from "../../platform/services.ts";
import { type CheckAddress, checkExternalLinks } from "../../site/rendering.ts";
import { recordDeadLinks } from "./dead-link-store.ts";

export interface DeadLinkDeps extends Pick<Services, "clock" | "database"> {
  checkAddress: CheckAddress;
}

const addressesMax = 1_000;
/** After this time, the remaining addresses aren't asked. */
const secondsMax = 600;

/** Asks each address once, one after the other on each host, and remembers since when it fails. */
export async function findDeadLinks(
  { checkAddress, clock, database }: DeadLinkDeps,
  projectId: string,
  links: readonly ExternalLink[],
  signal: AbortSignal,
): Promise<Declined[]> {
  if (links.length === 0) return [];
  const late = AbortSignal.timeout(secondsMax * 1_000);
  const asked = new Set<string>();
  const ask: CheckAddress = async (address, signalOfAsk) => {
    if (late.aborted || asked.size >= addressesMax) return "not asked";
    const answer = await checkAddress(address, signalOfAsk);
    if (answer !== "not asked") asked.add(address);
    return answer;
  };
  const uses = links.map(({ url, path, line }) => ({ url, place: { file: path, line } }));
  const { faults } = await checkExternalLinks(uses, ask, { signal });
  const now = clock.now();
  const working = [...asked].filter((address) => !faults.has(address));
  const since = await database.transaction((tx) =>
    recordDeadLinks(tx, projectId, { failing: [...faults.keys()].toSorted(), working, now }),
  );
  return links.flatMap(({ url, path, line }): Declined[] => {
    const address = URL.parse(url, "https://x");
    if (address === null) return [];
    address.hash = "";
    const fault = faults.get(address.href);
    const days = Math.floor((now - (since.get(address.href) ?? now)) / dayMilliseconds);
    const history = days === 0 ? "it didn't fail before" : `failing for ${count(days, "day")}`;
    return fault === undefined ? [] : [{ path, line, what: `the link to ${url}`, why: `${fault}; ${history}` }];
  });
}
