import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The icons of one folder. */
export interface Icons {
  /** Read once, because most names are looked up in several folders, and checking for a missing file is slow. */
  names: ReadonlySet<string>;
  /** The SVG text. The name must be in `names`. */
  read(name: string): string;
}

/** The shapes of an icon. The rest of the file is the same for all icons. */
export const drawnShape = /<(path|circle|rect|line|ellipse|polyline|polygon)\s([^<>]*?)\/?>/g;

/** The position of each icon in the packed file. */
type Places = Record<string, [start: number, bytes: number]>;

/**
 * Writes all icons of a folder to one file and their positions to another file. Ten thousand small files would take
 * longer to install than everything else, and would waste most of their space on disk.
 */
export function packIcons(packedFolder: string, name: string, icons: Icons): void {
  const places: Places = {};
  const drawings: Buffer[] = [];
  let start = 0;
  for (const icon of [...icons.names].toSorted()) {
    const bytes = Buffer.from(Array.from(icons.read(icon).matchAll(drawnShape), ([shape]) => shape).join(""));
    places[icon] = [start, bytes.length];
    drawings.push(bytes);
    start += bytes.length;
  }
  writeFileSync(join(packedFolder, `${name}.svgs`), Buffer.concat(drawings));
  writeFileSync(join(packedFolder, `${name}.json`), JSON.stringify(places));
}

export function openPackedIcons(packedFolder: string, name: string): Icons {
  const places = new Map(
    Object.entries(JSON.parse(readFileSync(join(packedFolder, `${name}.json`), "utf8")) as Places),
  );
  return {
    names: new Set(places.keys()),
    read(icon) {
      const [start, length] = places.get(icon) ?? [0, 0];
      const bytes = Buffer.alloc(length);
      const file = openSync(join(packedFolder, `${name}.svgs`), "r");
      try {
        readSync(file, bytes, 0, length, start);
      } finally {
        closeSync(file);
      }
      return bytes.toString();
    },
  };
}
