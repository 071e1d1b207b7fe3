import type { StoredObject } from "./object-store.ts";

export interface ListPage {
  objects: StoredObject[];
  isTruncated: boolean;
}

/** The reply to ListObjectsV2. Its form is flat and fixed, so a few regular expressions are enough. */
export function parseListPage(xml: string): ListPage | undefined {
  if (!xml.includes("<ListBucketResult")) {
    return undefined;
  }
  const objects: StoredObject[] = [];
  for (const contents of xml.split("<Contents>").slice(1)) {
    const key = textOf(contents, "Key");
    const size = Number(textOf(contents, "Size"));
    const modifiedAt = Date.parse(textOf(contents, "LastModified") ?? "");
    if (key === undefined || !Number.isSafeInteger(size) || Number.isNaN(modifiedAt)) {
      return undefined;
    }
    objects.push({ key, size, modifiedAt });
  }
  return { objects, isTruncated: textOf(xml, "IsTruncated") === "true" };
}

/** The code of an error reply, such as SlowDown. DeleteObjects can return one with status 200. */
export function parseErrorCode(xml: string): string | undefined {
  return xml.includes("<Error>") ? textOf(xml, "Code")?.replace(/\W/g, "").slice(0, 64) : undefined;
}

export function formatDelete(keys: readonly string[]): string {
  const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`);
  return `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects.join("")}</Delete>`;
}

function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return text?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name === undefined ? String.fromCodePoint(Number(hex ? `0x${hex}` : decimal)) : (entities.get(name) ?? whole),
  );
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
