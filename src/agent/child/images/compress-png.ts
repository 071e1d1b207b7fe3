import { crc32, deflateSync, inflateSync } from "node:zlib";

interface Png {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  /** As in the file: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  color: number;
  palette?: Buffer | undefined;
  transparency?: Buffer | undefined;
  /** The rows without filters. */
  rows: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pixelsMax = 16_000_000;
/** Without filters. More can't be compressed in the time of one call. */
const rowBytesMax = 64_000_000;
const chunksMax = 100_000;
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  ...{ 0: [1, 2, 4, 8, 16], 3: [1, 2, 4, 8] },
  ...{ 2: [8, 16], 4: [8, 16], 6: [8, 16] },
};
const filterNames = ["none", "sub", "up", "average", "paeth"] as const;
type FilterName = (typeof filterNames)[number];
/** What browsers use, in the order of the file. Texts, times and previews go. */
const keptChunks = ["cICP", "mDCV", "cLLI", "iCCP", "sRGB", "gAMA", "cHRM", "pHYs", "eXIf"];

/**
 * The same pixels in a file that may be smaller: fewer colors are a palette, gray and opaque pictures lose the samples
 * that say nothing, and rows are filtered and packed again. Refuses what it doesn't read for certain.
 */
export function compressPng(bytes: Buffer): Buffer | { refused: string } {
  const chunks = readChunks(bytes);
  if (chunks === undefined) return { refused: "it is damaged, or isn't a PNG file" };
  const header = chunks.get("IHDR")?.[0];
  if (header?.length !== 13) return { refused: "it is damaged, or isn't a PNG file" };
  const unknown = [...chunks.keys()].find((type) => /^[A-Z]/.test(type) && !/^(?:IHDR|PLTE|IDAT|IEND)$/.test(type));
  if (unknown !== undefined || chunks.has("acTL")) return { refused: "it is animated, or of a special kind" };
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlacing = 0] = header.subarray(8);
  if (interlacing !== 0) return { refused: "it is interlaced" };
  if (depthsOf[color]?.includes(depth) !== true) return { refused: "it is damaged, or isn't a PNG file" };
  if (width * height > pixelsMax) return { refused: `it has more than ${pixelsMax / 1_000_000} million pixels` };
  if (strideOf({ width, depth, color }) * height > rowBytesMax) {
    return { refused: `its pixels have more than ${rowBytesMax / 1_000_000} MB` };
  }
  const parts = { palette: chunks.get("PLTE")?.[0], transparency: chunks.get("tRNS")?.[0] };
  const rows = unfilter({ width, height, depth, color }, chunks.get("IDAT") ?? []);
  if (rows === undefined) return { refused: "it is damaged, or isn't a PNG file" };
  const png = { width, height, depth, color, ...parts, rows };
  const kept = keptChunks.flatMap((type) => (chunks.get(type) ?? []).slice(0, 1).map((data) => chunk(type, data)));
  // A color profile for RGB doesn't fit gray samples.
  const forms = [png, ...reduce(png, !chunks.has("iCCP"))];
  const files = forms.map((form) => writePng(form, kept));
  return files.reduce((least, file) => (file.length < least.length ? file : least));
}

function readChunks(bytes: Buffer): Map<string, Buffer[]> | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const chunks = new Map<string, Buffer[]>();
  let at = 8;
  for (let count = 0; count < chunksMax && at + 12 <= bytes.length; count += 1) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
    const known = chunks.get(type);
    if (known === undefined) chunks.set(type, [bytes.subarray(at + 8, end)]);
    else known.push(bytes.subarray(at + 8, end));
    if (type === "IEND") return chunks;
    at = end + 4;
  }
  return undefined;
}

function bitsOf({ depth, color }: Pick<Png, "depth" | "color">): number {
  return depth * (samplesOf[color] ?? 0);
}

function strideOf(png: Pick<Png, "width" | "depth" | "color">): number {
  return Math.ceil((png.width * bitsOf(png)) / 8);
}

/** Undefined unless there are exactly the bytes that the header promises. */
function unfilter(png: Omit<Png, "rows">, packed: readonly Buffer[]): Buffer | undefined {
  const stride = strideOf(png);
  const length = (stride + 1) * png.height;
  const step = Math.max(1, bitsOf(png) >> 3);
  let data: Buffer;
  try {
    data = inflateSync(Buffer.concat(packed), { maxOutputLength: length + 1 });
  } catch {
    return undefined;
  }
  if (data.length !== length || length === 0) return undefined;
  const rows = Buffer.alloc(stride * png.height);
  for (let y = 0; y < png.height; y += 1) {
    const filter = filterNames[data[y * (stride + 1)] ?? -1];
    if (filter === undefined) return undefined;
    const [from, to] = [y * (stride + 1) + 1, y * stride];
    for (let x = 0; x < stride; x += 1) {
      rows[to + x] = (data[from + x] ?? 0) + predict(filter, rows, to + x, x < step ? 0 : step, y === 0 ? 0 : stride);
    }
  }
  return rows;
}

/** From the bytes so far to the left and above, which are 0 beyond the edges. Called for each byte, so without objects. */
function predict(filter: FilterName, rows: Buffer, at: number, step: number, above: number): number {
  const left = step === 0 ? 0 : (rows[at - step] ?? 0);
  const up = above === 0 ? 0 : (rows[at - above] ?? 0);
  switch (filter) {
    case "none":
      return 0;
    case "sub":
      return left;
    case "up":
      return up;
    case "average":
      return (left + up) >> 1;
    case "paeth": {
      const corner = above === 0 || step === 0 ? 0 : (rows[at - above - step] ?? 0);
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
  }
}

/** The same picture with fewer bits for a pixel, if there is such a form. */
function reduce({ width, height, depth, color, transparency, rows }: Png, mayBeGray: boolean): Png[] {
  if (depth !== 8 || (color !== 2 && color !== 6) || transparency !== undefined) return [];
  const step = color === 6 ? 4 : 3;
  const pixels = width * height;
  const colors = new Map<number, number>();
  let [isOpaque, isGray] = [true, true];
  for (let index = 0; index < pixels; index += 1) {
    const [red, green, blue, alpha] = pixelAt(rows, index * step, step);
    isOpaque &&= alpha === 255;
    isGray &&= red === green && green === blue;
    const value = ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
    if (colors.size <= 256 && !colors.has(value)) colors.set(value, colors.size);
  }
  const found: Png[] = [];
  const same = { width, height, depth: 8 };
  if (colors.size <= 256) found.push(toPalette({ ...same, color, rows }, [...colors.keys()], step));
  if (isOpaque && isGray && mayBeGray) found.push({ ...same, color: 0, rows: pick(rows, step, 1) });
  else if (isOpaque && step === 4) found.push({ ...same, color: 2, rows: pick(rows, step, 3) });
  return found;
}

function pixelAt(rows: Buffer, at: number, step: number): [number, number, number, number] {
  return [rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0, step === 4 ? (rows[at + 3] ?? 0) : 255];
}

/** The first samples of each pixel. */
function pick(rows: Buffer, step: number, samples: number): Buffer {
  const picked = Buffer.alloc((rows.length / step) * samples);
  for (let at = 0; at < picked.length; at += 1) {
    picked[at] = rows[Math.floor(at / samples) * step + (at % samples)] ?? 0;
  }
  return picked;
}

function toPalette({ width, height, rows }: Png, found: readonly number[], step: number): Png {
  // Transparent colors come first, because the list of transparencies may end early.
  const colors = found.toSorted((one, other) => (one & 255) - (other & 255) || one - other);
  const depth = colors.length <= 2 ? 1 : colors.length <= 4 ? 2 : colors.length <= 16 ? 4 : 8;
  const indexes = new Map(colors.map((value, index) => [value, index]));
  const stride = Math.ceil((width * depth) / 8);
  const packed = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, alpha] = pixelAt(rows, (y * width + x) * step, step);
      const index = indexes.get(((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0) ?? 0;
      const at = y * stride + ((x * depth) >> 3);
      packed[at] = (packed[at] ?? 0) | (index << (8 - depth - ((x * depth) & 7)));
    }
  }
  const alphas = colors.map((value) => value & 255).filter((alpha) => alpha < 255);
  return {
    ...{ width, height, depth, color: 3, rows: packed },
    palette: Buffer.from(colors.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255])),
    transparency: alphas.length === 0 ? undefined : Buffer.from(alphas),
  };
}

function writePng(png: Png, kept: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(png.width, 0);
  header.writeUInt32BE(png.height, 4);
  header.set([png.depth, png.color], 8);
  const { palette, transparency } = png;
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...kept,
    ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
    ...(transparency === undefined ? [] : [chunk("tRNS", transparency)]),
    chunk("IDAT", pack(png)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The smallest of the rows without filters, with one filter, and with the filter that leaves the least in each row. */
function pack(png: Png): Buffer {
  const stride = png.rows.length / png.height;
  const isIndexed = png.color === 3 || png.depth < 8;
  const ways: (readonly FilterName[])[] = isIndexed ? [["none"]] : [["none"], ["up"], ["paeth"], filterNames];
  let least: { rows: Buffer; bytes: number } = { rows: png.rows, bytes: Number.POSITIVE_INFINITY };
  for (const names of ways) {
    const rows = filterRows(png, stride, names);
    const bytes = deflateSync(rows, { level: 6 }).length;
    if (bytes < least.bytes) least = { rows, bytes };
  }
  return deflateSync(least.rows, { level: 9, memLevel: 9 });
}

function filterRows(png: Png, stride: number, names: readonly FilterName[]): Buffer {
  const step = Math.max(1, bitsOf(png) >> 3);
  const filtered = Buffer.alloc((stride + 1) * png.height);
  const tried = Buffer.alloc(stride);
  for (let y = 0; y < png.height; y += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const name of names) {
      let sum = 0;
      for (let x = 0; x < stride; x += 1) {
        const at = y * stride + x;
        const rest =
          ((png.rows[at] ?? 0) - predict(name, png.rows, at, x < step ? 0 : step, y === 0 ? 0 : stride)) & 255;
        tried[x] = rest;
        sum += rest < 128 ? rest : 256 - rest;
      }
      if (sum >= least) continue;
      least = sum;
      filtered[y * (stride + 1)] = filterNames.indexOf(name);
      tried.copy(filtered, y * (stride + 1) + 1);
    }
  }
  return filtered;
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
