import { explainFailure } from "../git/git-error.ts";
import { findNameProblem } from "./check-push.ts";

const lengthDigits = 4;
/** The exit code of git for fatal errors. */
const gitFailed = 128;
const packetBytesMax = 65_000;
const reportBand = 1;
const messageBand = 2;
const lastBand = 3;

/** The reason to reject a ref that git accepted; undefined if the ref stays accepted. */
type ReasonFor = (ref: string) => string | undefined;

/**
 * Changes git's report about a push: refs that git accepted are rejected if there is a reason, because a rule forbids
 * them or someone else moved them first. Git's own messages and refusals are replaced, because they may contain paths.
 */
export function rejectPush(reply: Buffer, reasonFor: ReasonFor): Buffer {
  if (!usesSideBands(reply)) {
    return rewrite(reply, reasonFor);
  }
  const packets = readPackets(reply).filter(({ length }) => length > 0);
  // A message may be split over several packets, so the contents of each band are joined first.
  const contentOf = (...bands: number[]) =>
    Buffer.concat(packets.filter(([band = 0]) => bands.includes(band)).map((packet) => packet.subarray(1)));
  const report = contentOf(reportBand);
  const isUnpacked = report.length === 0 || report.includes("unpack ok");
  const why = isUnpacked ? "" : `${explainFailure(contentOf(messageBand, lastBand).toString(), gitFailed).message}\n`;
  return Buffer.concat([
    ...inBand(messageBand, Buffer.from(why)),
    ...inBand(reportBand, rewrite(report, reasonFor)),
    flush,
  ]);
}

function inBand(band: number, content: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let start = 0; start < content.length; start += packetBytesMax) {
    packets.push(writePacket(Buffer.concat([Buffer.from([band]), content.subarray(start, start + packetBytesMax)])));
  }
  return packets;
}

/**
 * Whether the client asked for side bands. If so, the reply starts with the number of the band, and otherwise with
 * "unpack".
 */
export function usesSideBands(reply: Buffer): boolean {
  return (reply[lengthDigits] ?? lastBand + 1) <= lastBand;
}

function rewrite(report: Buffer, reasonFor: ReasonFor): Buffer {
  const lines = readPackets(report).filter(({ length }) => length > 0);
  let isRejected = false;
  const rewritten = lines.flatMap((line): Buffer[] => {
    const text = line.toString();
    const [, verdict, ref, words = ""] = /^(ok|ng) ([^ \n]+)(.*)/.exec(text) ?? [];
    if (ref !== undefined) {
      const reason = verdict === "ok" ? reasonFor(ref) : (findNameProblem(ref) ?? reword(words));
      isRejected = reason !== undefined;
      return [reason === undefined ? line : Buffer.from(`ng ${ref} ${reason}\n`)];
    }
    if (text.startsWith("unpack ") && text !== "unpack ok\n") return [Buffer.from("unpack failed\n")];
    // Options describe the accepted ref that precedes them.
    return isRejected && text.startsWith("option ") ? [] : [line];
  });
  return report.length === 0 ? report : Buffer.concat([...rewritten.map(writePacket), flush]);
}

function reword(refusal: string): string {
  return refusals.find(([pattern]) => pattern.test(refusal))?.[1] ?? "it was refused";
}

const refusals: readonly (readonly [RegExp, string])[] = [
  [/hidden ref/, "only branches and tags can be pushed"],
  [/current branch/, "the project's branch can't be deleted"],
  [/unpacker error/, "its objects were not accepted"],
  [/lock|conflict|exists|update ref/, "its name conflicts with another branch or tag"],
  [/missing|shallow/, "commits that it is based on are missing"],
];

const flush = Buffer.from("0000");

export function writePacket(content: Buffer): Buffer {
  const length = (content.length + lengthDigits).toString(16).padStart(lengthDigits, "0");
  return Buffer.concat([Buffer.from(length), content]);
}

/** The contents of git's packets, which start with their length. A flush packet is empty. */
function readPackets(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let start = 0; start + lengthDigits <= bytes.length; ) {
    const length = Number.parseInt(bytes.toString("latin1", start, start + lengthDigits), 16);
    const end = start + Math.max(length, lengthDigits);
    packets.push(bytes.subarray(start + lengthDigits, end));
    start = end;
  }
  return packets;
}
