import { expect, test } from "vitest";
import { readAttachments } from "./read-attachments.ts";

const png = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a00", "hex").toString("base64")}`;
const file = (url: unknown, mediaType?: string, filename = "a") => ({ type: "file", url, mediaType, filename });
const read = (...parts: ReturnType<typeof file>[]) => readAttachments({ role: "user", parts });

test("text and images sent by clients of version 5 and later are read", () => {
  expect(read(file("data:text/plain;base64,aGk=", "text/plain"), file(png, "image/png"))).toEqual([
    { kind: "text", name: "a", text: "hi" },
    { kind: "image", name: "a", mediaType: "image/png", data: png.slice(png.indexOf(",") + 1) },
  ]);
});

test("attachments sent by clients of version 4 are read", () => {
  const attached = [{ name: "b.txt", contentType: "text/markdown", url: "data:text/markdown,%23%20Hi" }];
  expect(readAttachments({ role: "user", content: "x", experimental_attachments: attached })).toEqual([
    { kind: "text", name: "b.txt", text: "# Hi" },
  ]);
});

test("parts of other kinds aren't attachments", () => {
  expect(readAttachments({ role: "user", parts: [{ type: "text", text: "hi" }, { type: "step-start" }] })).toEqual([]);
});

test.each([
  ["an address that the server would have to fetch", file("http://169.254.169.254/", "text/plain"), "data: URL"],
  ["no address", file(undefined, "text/plain"), "data: URL"],
  ["a page with scripts", file("data:image/svg+xml,<svg/>", "image/svg+xml"), "isn't supported"],
  ["a program", file("data:application/octet-stream;base64,AA==", "application/octet-stream"), "isn't supported"],
  ["bytes that aren't text", file("data:text/plain;base64,/w==", "text/plain"), "isn't valid UTF-8"],
  ["text that claims to be an image", file("data:text/plain,hello", "image/png"), "isn't an image"],
  ["a broken address", file("data:text/plain,%E0%A4%A", "text/plain"), "isn't a valid data: URL"],
])("%s is refused", (_what, part, reason) => {
  expect(() => read(part)).toThrow(reason);
});

test("more than ten attachments are refused", () => {
  expect(() => read(...Array.from({ length: 11 }, () => file("data:,x", "text/plain")))).toThrow("at most 10");
});
