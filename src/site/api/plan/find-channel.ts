import type { OperationFinder } from "./find-target.ts";
import type { IndexedChannel } from "./list-channels.ts";
import type { ReadSpec } from "./project-specs.ts";

export interface FoundChannel {
  spec: ReadSpec;
  channel: IndexedChannel;
}

/** A channel by its name, else by its address: in one description, or in all of them in the order of their names. */
export function findChannel(
  { all, findSpec }: Pick<OperationFinder, "all" | "findSpec">,
  name: string,
  file: string | undefined,
  pageFile?: string | undefined,
): FoundChannel | undefined {
  const named = file === undefined ? undefined : findSpec(file, pageFile);
  const specs = file === undefined ? all : named === undefined ? [] : [named];
  for (const isIt of [hasName, hasAddress]) {
    for (const spec of specs) {
      const channel = spec.index.channels.find((candidate) => isIt(candidate, name));
      if (channel !== undefined) return { spec, channel };
    }
  }
  return undefined;
}

function hasName(channel: IndexedChannel, name: string): boolean {
  return channel.name === name;
}

function hasAddress({ address }: IndexedChannel, name: string): boolean {
  return address === name;
}
