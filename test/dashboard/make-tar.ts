const blockBytes = 512;

export interface TarPart {
  path: string;
  content?: string;
  type?: string;
  /** A wrong size to write into the header. */
  bytes?: number;
  folder?: string;
  /** The format: "ustar" and a version, or nothing in archives from before 1988. */
  magic?: string;
}

/** A tar archive, possibly with wrong headers. */
export function makeTar(parts: readonly TarPart[]): Buffer {
  return Buffer.concat([...parts.flatMap(makePart), Buffer.alloc(2 * blockBytes)]);
}

/** A part with properties of the next part that don't fit into a plain header. */
export function makeProperties(properties: Readonly<Record<string, string>>): TarPart {
  const records = Object.entries(properties).map(([name, value]) => {
    const rest = Buffer.byteLength(` ${name}=${value}\n`);
    const length = [1, 2, 3, 4].map((digits) => digits + rest).find((sum, index) => String(sum).length === index + 1);
    return `${length} ${name}=${value}\n`;
  });
  return { path: "PaxHeader", type: "x", content: records.join("") };
}

function makePart({ path, content = "", type = "0", bytes, folder = "", magic = "ustar\x0000" }: TarPart): Buffer[] {
  const data = Buffer.from(content);
  const header = Buffer.alloc(blockBytes);
  header.write(path, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${(bytes ?? data.length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(magic, 257);
  header.write(folder, 345, 155);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, data, Buffer.alloc((blockBytes - (data.length % blockBytes)) % blockBytes)];
}
