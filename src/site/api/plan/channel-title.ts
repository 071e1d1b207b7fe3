import type { ChannelView } from "../view/channel-view.ts";
import { summarise } from "./summarise.ts";

const plainName = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;

/** What a channel is called: by its title, by a name that reads as words, by what it is for, or by its address. */
export function channelTitle(view: ChannelView): string {
  const { title, name, summary, operations, address } = view;
  const [operation, ...others] = operations;
  return (
    summarise(title) ??
    (plainName.test(name) ? wordsOfName(name) : undefined) ??
    summarise(summary) ??
    (others.length === 0 ? summarise(operation?.title) : undefined) ??
    address ??
    name
  );
}

/** `lightingMeasured` and `lighting_measured` → `Lighting measured`. Capitals that stand together are left as they are. */
function wordsOfName(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .split(" ")
    .map((word, place) => (place === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
