import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Entry, openPromise } from "yauzl";
import { createZipWriter } from "./zip-writer.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-zip-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function pack(name: string, files: Iterable<[string, Buffer]>): Promise<string> {
  const file = join(folder, name);
  const zip = createZipWriter(file);
  for (const [path, bytes] of files) await zip.add(path, bytes);
  await zip.finish();
  return file;
}

test("a zip file contains the entries' names and content, compressed where that helps", async () => {
  const long = Buffer.from("again ".repeat(10_000));
  const files = new Map([
    ["a.html", long],
    ["größe/ü.txt", Buffer.from("ü")],
    ["empty", Buffer.alloc(0)],
    ["a.html.br", long],
  ]);
  const file = await pack("deep/site.zip", files);
  const zip = await openPromise(file, { autoClose: false });
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) found.push(entry);
  expect(found.map(({ fileName }) => fileName)).toEqual([...files.keys()]);
  for (const entry of found) {
    expect(await buffer(await zip.openReadStreamPromise(entry))).toEqual(files.get(entry.fileName));
    expect(entry.getLastModDate({ timezone: "UTC" }).toISOString()).toBe("1980-01-01T00:00:00.000Z");
  }
  zip.close();
  expect(found[0]?.compressedSize).toBeLessThan(1_000);
  expect(found[3]?.compressedSize).toBe(long.length);
  expect(readFileSync(await pack("again.zip", files))).toEqual(readFileSync(file));
});

test("abandoning a zip file keeps an earlier file of that name and leaves nothing else behind", async () => {
  const file = await pack("site.zip", [["a", Buffer.from("1")]]);
  const before = readFileSync(file);
  const zip = createZipWriter(file);
  await zip.add("a", Buffer.from("2"));
  await zip.abandon();
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["site.zip"]);
  const elsewhere = createZipWriter(join(folder, "site.zip", "x.zip").replace("site.zip/", "none/"));
  await elsewhere.abandon();
  expect(existsSync(join(folder, "none", "x.zip"))).toBe(false);
});
