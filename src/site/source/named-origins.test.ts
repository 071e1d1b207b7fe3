import { expect, test } from "vitest";
import { listNamedOrigins } from "./named-origins.ts";

test("servers named in strings are found with any kind of quotes", () => {
  const code = `fetch("https://api.example.com/v1"); new WebSocket('wss://live.example.com:8443');
    load(\`https://cdn.example.com/\${name}.js\`); tag.src = "//widget.example.org/w.js";`;
  expect(listNamedOrigins(code)).toEqual([
    "https://api.example.com",
    "https://cdn.example.com",
    "https://widget.example.org",
    "wss://live.example.com:8443",
  ]);
});

test("addresses in comments, with plain HTTP, without a dot or concatenated from parts are not found as servers", () => {
  const code = `// see https://example.com/docs
    fetch("http://example.com"); fetch("https://localhost:3000/"); fetch(\`https://\${region}.example.com\`);
    fetch("https://evil.example;script-src *"); fetch("https://a.example.com@evil.example/");`;
  expect(listNamedOrigins(code)).toEqual([]);
});

test("each server in a script is listed once, and at most fifty servers are listed", () => {
  const code = Array.from({ length: 500 }, (_, number) => `"https://s${number}.example.com/"`);
  expect(listNamedOrigins([...code, ...code].join())).toHaveLength(50);
  expect(listNamedOrigins('"https://A.example.com" + "https://a.example.com/x"')).toEqual(["https://a.example.com"]);
});
