/** A kind of media file, recognized by its first bytes. */
export interface MediaKind {
  /** The name shown in messages. */
  name: string;
  /** File extensions. The first one is added to a file name without an extension. */
  extensions: readonly [string, ...string[]];
  matches(bytes: Buffer): boolean;
}

const holds =
  (at: number, ...words: readonly string[]) =>
  (bytes: Buffer) =>
    words.some((word) => bytes.toString("latin1", at, at + word.length) === word);
const startsWith = (...starts: readonly string[]) => holds(0, ...starts);

const svgHeadBytes = 4_096;

export const mediaKinds: readonly MediaKind[] = [
  { name: "PNG image", extensions: [".png"], matches: startsWith("\x89PNG\r\n\x1a\n") },
  { name: "JPEG image", extensions: [".jpg", ".jpeg"], matches: startsWith("\xff\xd8\xff") },
  { name: "GIF image", extensions: [".gif"], matches: startsWith("GIF87a", "GIF89a") },
  { name: "WebP image", extensions: [".webp"], matches: isRiff("WEBP") },
  {
    name: "AVIF image",
    extensions: [".avif"],
    matches: (bytes) => isBox(bytes) && holds(8, "avif", "avis", "mif1")(bytes),
  },
  { name: "icon", extensions: [".ico"], matches: startsWith("\0\0\x01\0") },
  { name: "MP4 video", extensions: [".mp4"], matches: (bytes) => isBox(bytes) },
  { name: "WebM video", extensions: [".webm"], matches: startsWith("\x1aE\xdf\xa3") },
  { name: "WAV recording", extensions: [".wav"], matches: isRiff("WAVE") },
  { name: "MP3 recording", extensions: [".mp3"], matches: startsWith("ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2") },
  { name: "PDF document", extensions: [".pdf"], matches: startsWith("%PDF-") },
  { name: "WOFF2 font", extensions: [".woff2"], matches: startsWith("wOF2") },
  { name: "WOFF font", extensions: [".woff"], matches: startsWith("wOFF") },
  { name: "SVG image", extensions: [".svg"], matches: isSvg },
];

/** The kind of these bytes; undefined if unknown. */
export function findMediaKind(bytes: Buffer): MediaKind | undefined {
  return mediaKinds.find(({ matches }) => matches(bytes));
}

function isRiff(form: string): (bytes: Buffer) => boolean {
  return (bytes) => startsWith("RIFF")(bytes) && holds(8, form)(bytes);
}

function isBox(bytes: Buffer): boolean {
  return holds(4, "ftyp")(bytes);
}

/**
 * Whether the root element is an SVG image. A declaration and comments may come before it. An HTML page that contains
 * an SVG image doesn't count.
 */
function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString("utf8", 0, svgHeadBytes).toLowerCase();
  const root = head.indexOf("<svg");
  return root >= 0 && !head.includes("\0") && !head.slice(0, root).includes("<html");
}
