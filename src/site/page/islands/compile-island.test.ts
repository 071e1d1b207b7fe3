import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBrowserFile } from "../../../platform/browser-files.ts";
import { parseModulePart } from "../author-code/module-part.ts";
import { Refusal } from "../author-code/refusal.ts";
import { compileIsland } from "./compile-island.ts";
import { readLiterals } from "./read-literals.ts";

const bytesMax = 20_000;

/** Compiles `App` of the first file. */
function compile(files: Record<string, string>): Promise<string> {
  const code = new Map(Object.entries(files));
  const imports = new Map([...code].map(([file, text]) => [file, parseModulePart(text)?.imports ?? []]));
  const entries = [{ file: Object.keys(files)[0] ?? "", name: "App" }];
  return compileIsland({ entries, code, imports, key: "", path: "" }, bytesMax);
}

async function refusalOf(files: Record<string, string>): Promise<string> {
  const outcome = await compile(files).catch((error: unknown) => error);
  return outcome instanceof Refusal ? outcome.message : `not refused: ${String(outcome)}`;
}

test("a compiled module contains everything the component uses, and imports nothing", async () => {
  const code = await compile({
    "a.jsx": `import { rows } from "./b.jsx"; import { unused } from "left-pad"; const other = "not needed";
      export const Other = () => <b>{other}</b>;
      const App = () => { const [at, setAt] = useState(0); return <Card title="x"><p onClick={() => setAt(1)}>{rows[at]}</p></Card>; };`,
    "b.jsx": `export const rows = ["first row", "second row"];`,
  });
  expect(code).toContain("second row");
  expect(code).toContain("globalThis.lecternIslands");
  expect(code).not.toContain("not needed");
  expect(code).not.toMatch(/\bimport\b|left-pad/);
});

test("a component can't import files of the server, packages or code from elsewhere", async () => {
  for (const specifier of [
    "node:fs",
    "fs",
    "/etc/passwd",
    "../../../etc/passwd",
    "left-pad",
    "https://example.com/a.js",
  ]) {
    const files = { "a.jsx": `import thing from "${specifier}"; export const App = () => <b>{thing}</b>;` };
    expect(await refusalOf(files)).toContain(`it imports "${specifier}"`);
  }
  for (const loading of [`import("https://example.com/a.js")`, `import(window.name)`, `import("./a.jsx")`]) {
    expect(await refusalOf({ "a.jsx": `export const App = () => <b onClick={() => ${loading}} />;` })).toContain(
      "import()",
    );
  }
});

test("a component whose code is too deeply nested, too long or invalid is rejected with the reason", async () => {
  const depth = 2_000;
  const nested = [
    `${"<b>".repeat(depth)}x${"</b>".repeat(depth)}`,
    `${"`${".repeat(depth)}1${"}`".repeat(depth)}`,
    `${"(".repeat(depth)}1${")".repeat(depth)}`,
    `1${" + 1".repeat(depth)}`,
    `${"[".repeat(depth)}${"]".repeat(depth)}`,
  ];
  for (const value of nested) {
    const refusal = await refusalOf({ "a.jsx": `export const App = () => ${value};` });
    expect(refusal).toMatch(/nested more than 250 levels deep|isn't plain JavaScript|not refused: const/);
  }
  expect(await refusalOf({ "a.jsx": `export const App = () => "${"ab".repeat(bytesMax)}";` })).toContain(
    "is longer than",
  );
  expect(await refusalOf({ "a.jsx": "export const App = (" })).toContain("isn't plain JavaScript");
  expect(await refusalOf({ "a.jsx": "export const App = 1; export const App = 2;" })).toContain(
    "isn't plain JavaScript",
  );
});

test("the classes in a module are found, and its servers if the component makes requests", () => {
  const { classes, origins } = readLiterals(
    'fetch(`https://API.example.com/v1/`+id);new WebSocket("wss://live.example.com:8443/a");a("flex px-4 dark:bg-red-500","http://plain.example.com/","some words of text","hidden")',
  );
  expect(classes).toEqual(["flex px-4 dark:bg-red-500", "hidden"]);
  expect(origins).toEqual(["https://api.example.com", "wss://live.example.com:8443"]);
  expect(readLiterals('a("https://example.com/picture.png")').origins).toEqual([]);
});

test("the runtime that all components of a site share takes less than 10 KB", () => {
  expect(brotliCompressSync(readBrowserFile("islands.js")).length).toBeLessThan(10_000);
});
