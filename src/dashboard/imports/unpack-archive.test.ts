import { strToU8, type Zippable, zipSync } from "fflate";
import { expect, test } from "vitest";
import { expectUnpackedOrRefused, unpackBytes } from "../../../test/dashboard/unpack-bytes.ts";

const text = (content: string) => strToU8(content);
const zip = (files: Zippable) => zipSync(files);

test("compressed and stored files are unpacked, in any folder", async () => {
  const long = "page ".repeat(10_000);
  const archive = zip({
    "docs.json": text("{}"),
    "guides/größe.mdx": text(long),
    "stored.txt": [text("as it is"), { level: 0 }],
    "empty.txt": text(""),
  });
  expect(await unpackBytes(archive)).toEqual({
    "docs.json": "{}",
    "guides/größe.mdx": long,
    "stored.txt": "as it is",
    "empty.txt": "",
  });
});

test("a single top-level folder is dropped, and files that systems add are skipped", async () => {
  const archive = zip({
    "acme-main/docs.json": text("{}"),
    "acme-main/a/b.mdx": text("b"),
    "acme-main/.git/config": text("x"),
    "acme-main/node_modules/x/index.js": text("x"),
    "acme-main/.DS_Store": text("x"),
    "__MACOSX/acme-main/._docs.json": text("x"),
    "acme-main/._docs.json": text("x"),
  });
  expect(await unpackBytes(archive)).toEqual({ "docs.json": "{}", "a/b.mdx": "b" });
});

test("links in an archive are skipped", async () => {
  const link = { os: 3, attrs: (0o120777 << 16) >>> 0 };
  expect(await unpackBytes(zip({ "a.mdx": text("a"), passwd: [text("/etc/passwd"), link] }))).toEqual({ "a.mdx": "a" });
});

test.each([
  ["../outside.txt"],
  ["a/../../outside.txt"],
  ["/etc/cron.d/x"],
  ["a\\..\\b.txt"],
  ["a//b.txt"],
  ["./b.txt"],
  ["a\u0000b.txt"],
  [`${"x".repeat(300)}.txt`],
  ["a/.GIT/config"],
])("a zip archive with the path %j is refused", async (name) => {
  const archive = zip({ "index.mdx": text("x"), [name]: text("x") });
  await expect(unpackBytes(archive)).rejects.toMatchObject({ code: "bad_request" });
});

test("a zip archive is refused if a path occurs twice or is both a file and a folder", async () => {
  await expect(unpackBytes(zip({ a: text("x"), "a/b": text("x") }))).rejects.toMatchObject({ code: "bad_request" });
  const twice = Buffer.from(zip({ "a.txt": text("1"), "b.txt": text("2") })).toString("latin1");
  const doubled = Buffer.from(twice.replaceAll("b.txt", "a.txt"), "latin1");
  await expect(unpackBytes(doubled)).rejects.toMatchObject({ code: "bad_request" });
});

test("too many files, a file that is too large and too many bytes in total are refused before anything is written", async () => {
  const archive = zip({ "a.txt": text("x".repeat(1_000)), "b.txt": text("x".repeat(1_000)) });
  const limits = { filesMax: 2, fileBytesMax: 1_000, bytesMax: 2_000 };
  expect(Object.keys(await unpackBytes(archive, limits))).toHaveLength(2);
  for (const less of [{ filesMax: 1 }, { fileBytesMax: 999 }, { bytesMax: 1_999 }]) {
    await expect(unpackBytes(archive, { ...limits, ...less })).rejects.toMatchObject({ code: "too_large" });
  }
});

test("a file is refused if it is larger than its entry says", async () => {
  const archive = Buffer.from(zip({ "bomb.txt": text("0".repeat(5_000_000)) }));
  // Change the size in the central directory, which the checks rely on.
  const at = archive.indexOf(Buffer.from("504b0102", "hex")) + 24;
  expect(archive.readUInt32LE(at)).toBe(5_000_000);
  archive.writeUInt32LE(10, at);
  await expect(unpackBytes(archive)).rejects.toMatchObject({ code: "bad_request" });
});

test("a file that is not an archive, or only part of an archive, is refused", async () => {
  const archive = Buffer.from(zip({ "a.txt": text("hello hello hello hello") }));
  for (const bytes of [Buffer.alloc(0), Buffer.from("hello"), archive.subarray(10), archive.subarray(0, -10)]) {
    await expect(unpackBytes(bytes)).rejects.toMatchObject({ code: "bad_request" });
  }
  await expect(unpackBytes(zip({}))).rejects.toMatchObject({ code: "bad_request" });
});

test("a Zip64 offset that no file can have is refused", async () => {
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(2n ** 60n, 8);
  const end = Buffer.from(zip({}));
  await expect(unpackBytes(Buffer.concat([locator, end]))).rejects.toMatchObject({ code: "bad_request" });
});

const refusalAbout = (words: string) => ({ code: "bad_request", message: expect.stringContaining(words) });

test("an encrypted archive is refused with a hint, whatever the encryption", async () => {
  for (const flags of [0x1, 0x41]) {
    const archive = Buffer.from(zip({ "a.txt": text("x") }));
    archive.writeUInt16LE(flags, archive.indexOf(Buffer.from("504b0102", "hex")) + 8);
    await expect(unpackBytes(archive)).rejects.toMatchObject(refusalAbout("password"));
  }
});

test("an archive with an unknown compression method is refused", async () => {
  const archive = Buffer.from(zip({ "a.txt": text("x") }));
  archive.writeUInt16LE(9, archive.indexOf(Buffer.from("504b0102", "hex")) + 10);
  await expect(unpackBytes(archive)).rejects.toMatchObject(refusalAbout("plain zip"));
});

test("a damaged zip archive is either unpacked or refused, and never crashes the process", async () => {
  const archive = zip({ "a.txt": text("hello hello hello"), "b/c.mdx": text("x".repeat(500)) });
  await expectUnpackedOrRefused(archive, 300);
});
