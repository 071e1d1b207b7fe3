import { expect, test } from "vitest";
import { safeStyleText, styleObjectText } from "./safe-style.ts";

test("inline styles keep allowlisted properties and lose all others", () => {
  expect(safeStyleText("color: red; position: fixed; width: calc(100% - 2px); z-index: 9")).toBe(
    "color:red;width:calc(100% - 2px)",
  );
});

test.each([
  "background: url(https://evil.example/x)",
  "background: URL (javascript:alert(1))",
  "color: red}body{display:none",
  "width: expression(alert(1))",
  "color: \\72 ed",
  "color: red/**/",
  "background: image-set('x' 1x)",
  "--x: 1",
])("the inline style %s is dropped", (style) => {
  expect(safeStyleText(style)).toBe("");
});

test("an element whose mask image is removed doesn't become a solid block", () => {
  expect(safeStyleText("mask-image: url(https://icons.example/bolt.svg); width: 20px")).toBe(
    "mask-image:linear-gradient(#0000,#0000);width:20px",
  );
});

test("a JSX style object becomes declarations with units", () => {
  expect(styleObjectText({ fontSize: 12, lineHeight: 1.5, marginTop: 0, color: "red" })).toBe(
    "font-size:12px;line-height:1.5;margin-top:0;color:red",
  );
});
