import type { FileHandle } from "node:fs/promises";
import { AppError } from "../../platform/errors.ts";
import { damaged, readAt } from "./read-at.ts";
import { isTarHeader, readTarHeader, type TarHeader, tarBlockBytes } from "./tar-header.ts";

/** One file of an archive, and where its content begins. */
export interface TarEntry {
  path: string;
  bytes: number;
  offset: number;
  /** A link, a device or a pipe: something that is no file of its own. */
  isLink: boolean;
}

const extensionBytesMax = 65_536;
/** A file may have a header for its long name and one for its other properties before its own. */
const headersPerFile = 3;
const fileTypes = ["0", "\0", "7"];
const folderType = "5";
const otherTypes = ["1", "2", "3", "4", "6"];
const propertiesType = "x";
const longNameType = "L";
/** Properties of all files, such as the commit that git names, and long names of what links lead to. */
const skippedTypes = ["g", "K"];

/** The files of a tar archive by their headers, folders left out. Their contents are not read yet. */
export async function readTarEntries(file: FileHandle, filesMax: number): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  let count = 0;
  let properties = new Map<string, string>();
  let at = 0;
  for (let headers = 0; headers <= filesMax * headersPerFile; headers++) {
    const block = await readAt(file, at, tarBlockBytes);
    if (block.every((byte) => byte === 0)) {
      return entries;
    }
    const header = getHeader(block);
    at += tarBlockBytes;
    if (isExtension(header)) {
      const content = await readExtension(file, at, header);
      properties = new Map([...properties, ...content]);
      at += padded(header.bytes);
      continue;
    }
    count++;
    if (count > filesMax) {
      break;
    }
    const entry = toEntry(header, properties, at);
    properties = new Map();
    at += padded(entry.bytes);
    if (header.type !== folderType && !entry.path.endsWith("/")) {
      entries.push(entry);
    }
  }
  throw new AppError("too_large", `The archive holds too many files; at most ${filesMax} can be imported.`);
}

function getHeader(block: Buffer): TarHeader {
  if (!isTarHeader(block)) {
    throw damaged();
  }
  return readTarHeader(block);
}

function isExtension({ type }: TarHeader): boolean {
  return type === propertiesType || type === longNameType || skippedTypes.includes(type);
}

async function readExtension(file: FileHandle, at: number, { type, bytes }: TarHeader): Promise<Map<string, string>> {
  if (bytes > extensionBytesMax) {
    throw damaged();
  }
  const content = await readAt(file, at, bytes);
  if (type === longNameType) {
    return new Map([["path", content.toString("utf8").replace(/\0+$/, "")]]);
  }
  return type === propertiesType ? readProperties(content) : new Map();
}

/** Records of the form `LENGTH NAME=VALUE`, each with a line end, whose length counts all of it. */
function readProperties(content: Buffer): Map<string, string> {
  const properties = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const [digits = ""] = /^\d{1,6}(?= )/.exec(content.toString("latin1", at, at + 7)) ?? [];
    const start = at + digits.length + 1;
    const end = at + Number(digits);
    if (digits === "" || end <= start || end > content.length) {
      throw damaged();
    }
    const [, name, value] = /^([^=]+)=(.*)\n$/s.exec(content.toString("utf8", start, end)) ?? [];
    if (name === undefined || value === undefined) {
      throw damaged();
    }
    properties.set(name, value);
    at = end;
  }
  return properties;
}

function toEntry({ type, ...header }: TarHeader, properties: ReadonlyMap<string, string>, offset: number): TarEntry {
  const isSparse = [...properties.keys()].some((name) => name.startsWith("GNU.sparse."));
  const isLink = otherTypes.includes(type);
  if (isSparse || !(isLink || type === folderType || fileTypes.includes(type))) {
    throw new AppError("bad_request", "The archive is packed in a way that cannot be read; make a plain tar archive.");
  }
  const size = properties.get("size");
  if (size !== undefined && !/^\d{1,15}$/.test(size)) {
    throw damaged();
  }
  // `tar -czf docs.tgz .` begins every name so.
  const path = (properties.get("path") ?? header.path).replace(/^(?:\.\/)+/, "");
  // What is no file has no content, whatever its header says.
  const bytes = fileTypes.includes(type) ? Number(size ?? header.bytes) : 0;
  return { path, bytes, offset, isLink };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / tarBlockBytes) * tarBlockBytes;
}
