const lengthDigits = 4;
const packetBytesMax = 65_000;
const reportBand = 1;
const lastBand = 3;

/** The reason to reject a ref that git accepted; undefined if the ref stays accepted. */
type ReasonFor = (ref: string) => string | undefined;

/**
 * Changes git's report about an accepted push into a report that rejects all or some of its refs. The push was valid
 * for git, but a rule forbids it, or someone else moved a ref before the push could take effect. Paths of the server
 * are removed from git's messages.
 */
export function rejectPush(reply: Buffer, reasonFor: ReasonFor): Buffer {
  if (!usesSideBands(reply)) {
    return rewrite(reply, reasonFor);
  }
  const packets = readPackets(reply).filter(({ length }) => length > 0);
  const parts: Buffer[] = [];
  // A message may be split over several packets, so the contents of each band are joined first.
  for (const band of [2, lastBand, reportBand]) {
    const content = Buffer.concat(packets.filter((packet) => packet[0] === band).map((packet) => packet.subarray(1)));
    const rewritten = band === reportBand ? rewrite(content, reasonFor) : withoutPaths(content);
    for (let start = 0; start < rewritten.length; start += packetBytesMax) {
      parts.push(Buffer.concat([Buffer.from([band]), rewritten.subarray(start, start + packetBytesMax)]));
    }
  }
  return Buffer.concat([...parts.map(writePacket), flush]);
}

/** Keeps only the last part of absolute paths, which git writes in quotes or after a space. */
export function withoutPaths(message: Buffer): Buffer {
  const lastPart = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const parts = message.toString("latin1").split(/(['"])/);
  const safe = parts.map((part) =>
    part.startsWith("/") && !part.includes("\n") ? lastPart(part) : part.replaceAll(/(?<=^|[\s(])\/\S*/gm, lastPart),
  );
  return Buffer.from(safe.join(""), "latin1");
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
    const [, ref] = /^ok ([^\n]+)/.exec(line.toString()) ?? [];
    if (ref !== undefined) {
      const reason = reasonFor(ref);
      isRejected = reason !== undefined;
      return [reason === undefined ? line : Buffer.from(`ng ${ref} ${reason}\n`)];
    }
    // Options describe the accepted ref that precedes them.
    return isRejected && line.toString().startsWith("option ") ? [] : [withoutPaths(line)];
  });
  return report.length === 0 ? report : Buffer.concat([...rewritten.map(writePacket), flush]);
}

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
