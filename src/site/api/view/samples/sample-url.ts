import type { SampleRequest } from "./sample-request.ts";

/** The whole address. Braces and angle brackets of placeholders stay readable; everything that would end a value does not. */
export function sampleUrl({ url, query }: SampleRequest): string {
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? url : `${url}?${pairs.join("&")}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%3C", "<").replaceAll("%3E", ">").replaceAll("%2C", ",");
}
