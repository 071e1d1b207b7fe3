import { Resolver } from "node:dns/promises";
import type { DomainRecords } from "./domain-records.ts";

/** Queries DNS. An empty list means that no such record exists; an error means that DNS didn't answer. */
export interface DnsLookup {
  findTexts(name: string, signal: AbortSignal): Promise<string[]>;
  findAliases(name: string, signal: AbortSignal): Promise<string[]>;
}

/** `unreachable`: DNS didn't answer, so the record may exist. */
export type Proof = "txt" | "cname" | "missing" | "different" | "unreachable";

const lookupMilliseconds = 2_000;
const lookupTries = 2;
const answersMax = 50;
const textLengthMax = 500;

export async function findProof(
  dns: DnsLookup,
  { txt, cname }: DomainRecords,
  signal: AbortSignal = new AbortController().signal,
): Promise<Proof> {
  const [texts, aliases] = await Promise.allSettled([
    dns.findTexts(txt.name, signal),
    dns.findAliases(cname.name, signal),
  ]);
  signal.throwIfAborted();
  if (texts.status === "fulfilled" && texts.value.some((text) => text.trim() === txt.value)) {
    return "txt";
  }
  if (aliases.status === "fulfilled" && aliases.value.some((name) => sameName(name, cname.value))) {
    return "cname";
  }
  if (texts.status === "rejected" || aliases.status === "rejected") {
    return "unreachable";
  }
  return texts.value.length > 0 ? "different" : "missing";
}

/** Uses the machine's resolvers. */
export const systemDns: DnsLookup = {
  async findTexts(name, signal) {
    const records = await look(signal, (resolver) => resolver.resolveTxt(name));
    // A long text arrives in parts.
    return records.map((parts) => parts.join("").slice(0, textLengthMax));
  },
  findAliases: (name, signal) => look(signal, (resolver) => resolver.resolveCname(name)),
};

async function look<Answer>(signal: AbortSignal, ask: (resolver: Resolver) => Promise<Answer[]>): Promise<Answer[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: lookupMilliseconds, tries: lookupTries });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return (await ask(resolver)).slice(0, answersMax);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")) {
      return [];
    }
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase().replace(/\.$/, "") === other.toLowerCase();
}
