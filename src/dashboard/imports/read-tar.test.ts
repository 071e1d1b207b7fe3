import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeProperties, makeTar, type TarPart } from "../../../test/dashboard/make-tar.ts";
import { expectUnpackedOrRefused, unpackBytes } from "../../../test/dashboard/unpack-bytes.ts";

const page: TarPart = { path: "index.mdx", content: "x" };

test("a tar archive is unpacked without its top-level folder, gzipped or not", async () => {
  const long = "page ".repeat(10_000);
  const tar = makeTar([
    { path: "pax_global_header", type: "g", content: "19 comment=0123456\n" },
    { path: "./", type: "5" },
    { path: "./acme/docs.json", content: "{}" },
    { path: "acme/guides/", type: "5" },
    { path: "acme/guides/größe.mdx", content: long },
    { path: "acme/empty.txt" },
    { path: "acme/._docs.json", content: "x" },
    { path: "acme/node_modules/x.js", content: "x" },
  ]);
  const files = { "docs.json": "{}", "guides/größe.mdx": long, "empty.txt": "" };
  expect(await unpackBytes(tar)).toEqual(files);
  expect(await unpackBytes(gzipSync(tar))).toEqual(files);
});

test("all three formats of long names in tar archives are supported", async () => {
  const long = `${"folder/".repeat(20)}ü.mdx`;
  const tar = makeTar([
    makeProperties({ mtime: "1.5", path: `a/${long}`, size: "3" }),
    { path: "cut", content: "pax" },
    { path: "././@LongLink", type: "L", content: `b/${long}\0` },
    { path: "cut", content: "gnu" },
    { path: "c.mdx", folder: `c/${"folder/".repeat(20)}end`, content: "ustar" },
    { path: "d.mdx", content: "none" },
  ]);
  expect(await unpackBytes(tar)).toEqual({
    [`a/${long}`]: "pax",
    [`b/${long}`]: "gnu",
    [`c/${"folder/".repeat(20)}end/c.mdx`]: "ustar",
    "d.mdx": "none",
  });
});

test("archives from before the ustar format are unpacked too", async () => {
  const tar = makeTar([
    { path: "docs/", magic: "" },
    { path: "docs/index.mdx", content: "x", magic: "" },
  ]);
  expect(await unpackBytes(tar)).toEqual({ "index.mdx": "x" });
  expect(await unpackBytes(gzipSync(tar))).toEqual({ "index.mdx": "x" });
});

test("links, devices and pipes in a tar archive are skipped", async () => {
  const others = ["1", "2", "3", "4", "6"].map((type) => ({ path: `other-${type}`, type }));
  expect(await unpackBytes(makeTar([...others, page]))).toEqual({ "index.mdx": "x" });
  // Since the link is skipped, its path becomes an ordinary folder.
  const throughLink = [{ path: "out", type: "2" }, { path: "out/passwd", content: "y" }, page];
  expect(await unpackBytes(makeTar(throughLink))).toEqual({ "out/passwd": "y", "index.mdx": "x" });
});

test.each([
  ["../outside.txt"],
  ["./../outside.txt"],
  ["a/../../outside.txt"],
  ["/etc/cron.d/x"],
  [".//etc/passwd"],
  ["a\\..\\b.txt"],
  ["a//b.txt"],
  ["a\nb.txt"],
  ["a/.GIT/config"],
])("a tar archive with the path %j is refused, in the header and in the properties", async (path) => {
  const refused = { code: "bad_request" };
  await expect(unpackBytes(makeTar([page, { path, content: "x" }]))).rejects.toMatchObject(refused);
  await expect(unpackBytes(makeTar([page, makeProperties({ path }), page]))).rejects.toMatchObject(refused);
  await expect(unpackBytes(makeTar([page, { path: "", folder: "", type: "0" }]))).rejects.toMatchObject(refused);
});

test("a tar archive is refused if a path occurs twice or is both a file and a folder", async () => {
  for (const parts of [
    [page, page],
    [page, { path: "index.mdx/a", content: "x" }],
  ]) {
    await expect(unpackBytes(makeTar(parts))).rejects.toMatchObject({ code: "bad_request" });
  }
});

test("too many files, a file that is too large and too many bytes in total are refused", async () => {
  const content = "x".repeat(1_000);
  const tar = makeTar([
    { path: "a.txt", content },
    { path: "b.txt", content },
  ]);
  const limits = { filesMax: 2, fileBytesMax: 1_000, bytesMax: 2_000 };
  expect(Object.keys(await unpackBytes(tar, limits))).toHaveLength(2);
  for (const less of [{ filesMax: 1 }, { fileBytesMax: 999 }, { bytesMax: 1_999 }]) {
    await expect(unpackBytes(tar, { ...limits, ...less })).rejects.toMatchObject({ code: "too_large" });
    await expect(unpackBytes(gzipSync(tar), { ...limits, ...less })).rejects.toMatchObject({ code: "too_large" });
  }
  const extensions = Array.from({ length: 10 }, () => makeProperties({ mtime: "1" }));
  await expect(unpackBytes(makeTar([...extensions, page]), limits)).rejects.toMatchObject({ code: "too_large" });
});

test("a gzip bomb is cut off, even if it is not an archive", async () => {
  const limits = { filesMax: 10, fileBytesMax: 1_000, bytesMax: 10_000 };
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  await expect(unpackBytes(bomb, limits)).rejects.toMatchObject({ code: "too_large" });
});

test.each([
  ["claims to be larger than the archive", [{ path: "a", bytes: 10_000 }]],
  ["is sparse", [{ path: "a", type: "S" }]],
  ["is sparse according to its properties", [makeProperties({ "GNU.sparse.major": "1" }), page]],
  ["has a negative size", [makeProperties({ size: "-1" }), page]],
  ["has properties that claim to be longer than they are", [{ path: "p", type: "x", content: "99 path=a\n" }, page]],
  ["has a property header of more than 4 MB", [{ path: "p", type: "x", content: "x".repeat(5_000_000) }, page]],
  ["is of an unknown kind", [{ path: "a", type: "V" }]],
])("a tar archive with a file that %s is refused", async (_what, parts: TarPart[]) => {
  await expect(unpackBytes(makeTar(parts))).rejects.toMatchObject({ code: "bad_request" });
});

test("properties in a tar archive that cannot be parsed are ignored", async () => {
  for (const content of ["8 a=bcd\nx", "8 =abcd\n", "-7 a=b\n", "x".repeat(70_000)]) {
    expect(await unpackBytes(makeTar([{ path: "p", type: "x", content }, page]))).toEqual({ "index.mdx": "x" });
  }
});

test("a file or a properties entry is refused if its size is not a number", async () => {
  for (const type of ["0", "x"]) {
    // A base-256 number whose first byte is neither 0x80 nor 0xff, with a correct checksum.
    const tar = makeTar([{ path: "a", type, content: "x".repeat(2_000) }, page]);
    tar[124] = 0x81;
    tar.write(
      `${(tar.subarray(0, 148).reduce((sum, byte) => sum + byte, 8 * 32) + tar.subarray(156, 512).reduce((sum, byte) => sum + byte, 0)).toString(8).padStart(6, "0")}\0 `,
      148,
    );
    await expect(unpackBytes(tar)).rejects.toMatchObject({ code: "bad_request" });
  }
});

test("an incomplete archive is refused, and so is a gzip file that isn't an archive", async () => {
  const tar = makeTar([page]);
  const packed = gzipSync(tar);
  const parts = [tar.subarray(0, 600), tar.subarray(0, 1_024), packed.subarray(0, -9), gzipSync("hello"), makeTar([])];
  for (const bytes of parts) {
    await expect(unpackBytes(bytes)).rejects.toMatchObject({ code: "bad_request" });
  }
});

test("a damaged tar archive is either unpacked or refused, and never crashes the process", async () => {
  const tar = makeTar([makeProperties({ path: "b/c.mdx" }), page, { path: "a.txt", content: "x".repeat(500) }]);
  for (const archive of [tar, gzipSync(tar)]) {
    await expectUnpackedOrRefused(archive, 150);
  }
});
