import { gzipSync } from "node:zlib";
import type { Variant } from "./variants.ts";

const bytesMax = 1_000_000;
const sha = "1".repeat(40);
const none = "0".repeat(40);

const repeated = (packet: string) => packet.repeat(bytesMax / packet.length);
const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
const lines = (text: (at: number) => string) => {
  const { length } = line(text(0));
  return Array.from({ length: bytesMax / length }, (_, at) => line(text(at).slice(0, length))).join("");
};
const digits = (at: number) => String(at).padStart(6, "0");

const bodies: Readonly<Record<string, () => string>> = {
  "empty packets": () => repeated("0000"),
  "many wants": () => `${repeated(line(`want ${sha}\n`))}0000${line("done\n")}`,
  "many prefixes": () =>
    `${line("command=ls-refs\n")}0001${lines((at) => `ref-prefix refs/heads/a${digits(at)}\n`)}0000`,
  "many commands": () => `${lines((at) => `${none} ${sha} refs/heads/b${digits(at)}`)}0000`,
  "many invalid names": () => `${lines((at) => `${none} ${sha} refs/heads/b..${digits(at)}`)}0000`,
  "many shallow commits": () => repeated(line(`shallow ${sha}`)),
};

/** Bodies in git's format with as many packets as possible. */
export function* gitVariants(): Iterable<Variant> {
  for (const [name, body] of Object.entries(bodies)) {
    yield { name, change: (prepared) => ({ ...prepared, raw: body(), headers: withVersion(prepared.headers) }) };
  }
  const bomb = gzipSync(Buffer.alloc(100 * bytesMax)).toString("base64");
  yield {
    name: "a body that grows a thousandfold",
    change: ({ upload, ...prepared }) => ({
      ...prepared,
      upload: { type: upload?.type ?? "", base64: bomb },
      headers: { ...prepared.headers, "content-encoding": "gzip" },
    }),
  };
}

function withVersion(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, "git-protocol": "version=2" };
}
