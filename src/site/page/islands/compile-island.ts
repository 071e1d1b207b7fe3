import { stripVTControlCharacters } from "node:util";
import type { Plugin } from "rolldown";
import { resolveInclude } from "../../source/resolve-include.ts";
import { defaultName } from "../author-code/module-part.ts";
import { Refusal } from "../author-code/refusal.ts";
import { parseProgram, readsOnlyMembers, walkCode } from "../author-code/syntax.ts";
import { componentProps } from "../components/registry.ts";
import type { IslandSource } from "./island.ts";

/** The bundler is native code whose stack would overflow somewhere above 500 nested levels. */
const depthMax = 250;
const lineLengthMax = 200;

/** The React functions that code may use without an import. web/site/islands/react.ts defines them. */
const reactNames: readonly string[] =
  `useState useEffect useRef useCallback useMemo useContext useReducer useLayoutEffect
  useInsertionEffect useId useImperativeHandle useTransition useDeferredValue useSyncExternalStore useDebugValue Fragment
  Children Component PureComponent StrictMode createContext createElement cloneElement isValidElement createRef
  createPortal forwardRef memo startTransition flushSync`.split(/\s+/);

/**
 * Compiles a component and its dependencies to a module for the browser. Only the given sources can be imported, and
 * the module itself imports nothing: it finds React and the built-in components in the page. Throws a Refusal if the
 * code can't run in a browser.
 */
export async function compileIsland(source: IslandSource, bytesMax: number): Promise<string> {
  const expressions = source.entries.flatMap(({ expression }) =>
    expression === undefined ? [] : [`(${expression}\n)`],
  );
  for (const text of [...source.code.values(), ...expressions]) checkCode(text);
  // Loaded on demand: the bundler is slow to load, and most projects have no component that runs in the browser.
  const { rolldown } = await import("rolldown");
  let code: string;
  try {
    const bundle = await rolldown({
      input: entryId,
      cwd: "/",
      platform: "browser",
      tsconfig: false,
      logLevel: "silent",
      // Reading a name of React has no side effects, so unused names are left out.
      treeshake: { propertyReadSideEffects: false },
      transform: { target: "es2023", jsx: { runtime: "automatic", importSource: "react" }, inject },
      plugins: [onlySources(source)],
    });
    try {
      const mayNameReader = [...source.code.values(), ...expressions].some((text) => /user|\\u/.test(text));
      if (mayNameReader) checkReader((await bundle.generate({ format: "es" })).output[0].code);
      const { output } = await bundle.generate({ format: "es", minify: true, comments: false });
      code = output.length === 1 ? output[0].code : "";
    } finally {
      await bundle.close();
    }
  } catch (error) {
    throw new Refusal(`its code can't be compiled: ${firstLine(error)}`);
  }
  if (code === "") throw new Refusal("its code can't be compiled to one module");
  if (code.length > bytesMax) throw new Refusal(`its compiled code is longer than ${bytesMax} characters`);
  checkModule(code);
  return code;
}

function checkCode(text: string): void {
  const program = parseProgram(text);
  if (program === undefined) throw new Refusal("its code isn't plain JavaScript with JSX");
  walkCode(program, (_, depth) => {
    if (depth > depthMax) throw new Refusal(`its code is nested more than ${depthMax} levels deep`);
  });
}

/** Checks the compiled code, because unsupported code of other components in the same file doesn't matter. */
function checkModule(code: string): void {
  const missing = missingMark.exec(code);
  if (missing !== null) throw new Refusal(`it imports "${missing[1]}", which is neither React nor a snippet`);
  const program = parseProgram(code);
  if (program === undefined) throw new Refusal("its code can't be compiled");
  walkCode(program, ({ type }) => {
    if (type === "ImportExpression") throw new Refusal("it uses import(), and a component can't load code at run time");
  });
}

/** Every reader of the page receives the code, including texts for groups that the reader isn't in. */
function checkReader(code: string): void {
  const program = parseProgram(code);
  if (program !== undefined && readsOnlyMembers(program, readerName, "groups")) return;
  throw new Refusal("it uses user.groups, or user without naming a member, and only the server decides about groups");
}

/** Only the first line of a bundler message has the reason. The other lines have the code, with colors. */
function firstLine(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const message = first instanceof Error ? first.message : String(error);
  const lines = stripVTControlCharacters(message).split("\n");
  return (lines.find((line) => line.trim() !== "") ?? "").trim().slice(0, lineLengthMax);
}

const entryId = "lectern:entry";
const reactId = "lectern:react";
const builtInId = "lectern:built-in";
/** The bundler adds a number if the author uses the name, too. */
const readerName = /^lecternReader(?:\$\d+)?$/;
const missingId = "lectern:missing:";
const fileId = "lectern:file:";
const entryName = "lecternIsland";

/** Names that code can use without an import, because the format defines them. */
const inject: Record<string, string | [string, string]> = {
  ...Object.fromEntries(reactNames.map((name) => [name, [reactId, name]])),
  user: [reactId, "lecternReader"],
  React: [reactId, "default"],
  ...Object.fromEntries(builtInNames().map((name) => [name, [builtInId, name]])),
};

/** The names without a dot, because `Tree.Folder` is a property of `Tree`. */
function builtInNames(): string[] {
  return [...new Set([...componentProps.keys()].map((name) => name.split(".")[0] ?? name))];
}

const runtime = "globalThis.lecternIslands";

/** Exports React from an object that web/site/islands/islands.ts sets. */
const reactModule = [
  `const react = ${runtime}.react;`,
  ...[...reactNames, "jsx", "jsxs"].map((name) => `export const ${name} = react.${name};`),
  `export const lecternReader = ${runtime}.user;`,
  "export default react;",
].join("\n");

const builtInModule = builtInNames()
  .map((name) => {
    const members = [...componentProps.keys()].filter((other) => other.startsWith(`${name}.`));
    const own = `${runtime}.builtIn(${JSON.stringify(name)})`;
    const rest = members.map(
      (member) => `${member.slice(name.length + 1)}: ${runtime}.builtIn(${JSON.stringify(member)})`,
    );
    const made = rest.length === 0 ? own : `Object.assign(${own}, { ${rest.join(", ")} })`;
    return `export const ${name} = /* @__PURE__ */ (() => ${made})();`;
  })
  .join("\n");

const reactModules: ReadonlySet<string> = new Set([
  reactId,
  ..."react react/jsx-runtime react/jsx-dev-runtime react-dom react-dom/client".split(" "),
]);

/** A virtual file system that contains only the given sources. */
function onlySources({ entries, code, imports, roots }: IslandSource): Plugin {
  return {
    name: "only-sources",
    resolveId(id, importer, { kind }) {
      if (kind === "dynamic-import") return { id, external: true };
      if (importer === undefined || id.startsWith(fileId) || id === builtInId) return { id };
      if (reactModules.has(id)) return { id: reactId };
      const from = importer.slice(fileId.length);
      const target = resolveInclude(from, id, roots);
      if (target !== undefined && code.has(target)) return { id: `${fileId}${target}` };
      return { id: `${missingId}${JSON.stringify([from, id])}` };
    },
    load(id) {
      const load = (text: string) => ({ code: text, moduleType: "jsx" as const });
      if (id === reactId) return load(reactModule);
      if (id === builtInId) return load(builtInModule);
      if (id === entryId) return load(entryModule(entries));
      if (id.startsWith(missingId)) return load(missingModule(id.slice(missingId.length), imports));
      const path = id.slice(fileId.length);
      const names = entries.map(({ file, name, expression }, number) =>
        file === path && name !== defaultName ? exportEntry(name, expression, number) : "",
      );
      return load(
        [withPureConstants(code.get(path) ?? ""), ...names, contentOf(path, code.get(path) ?? "")].join("\n"),
      );
    },
  };
}

/** Leaves out constants that the component doesn't use, even if computing them looks as if it had effects. */
function withPureConstants(text: string): string {
  const program = /user|\\u/.test(text) ? parseProgram(text) : undefined;
  const values = (program?.body ?? []).flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    return declared?.type === "VariableDeclaration" ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
  });
  return values
    .filter(({ type }) => !/Function|Literal/.test(type))
    .reduceRight((pure, { start, end }) => {
      return `${pure.slice(0, start)}/* @__PURE__ */ (() => (${pure.slice(start, end)}))()${pure.slice(end)}`;
    }, text);
}

function exportEntry(name: string, expression: string | undefined, number: number): string {
  // The expression may end with a comment, so the parenthesis is on a line of its own.
  if (expression !== undefined) return `export const ${entryName}${number} = (${expression}\n);`;
  return `export { ${name} as ${entryName}${number} };`;
}

/** The component is the default export; the functions among its props are exported as a list. */
function entryModule(entries: IslandSource["entries"]): string {
  const imports = entries.map(({ file, name }, number) => {
    const imported = name === defaultName ? "default" : `${entryName}${number}`;
    return `import { ${imported} as entry${number} } from ${JSON.stringify(`${fileId}${file}`)};`;
  });
  const given = entries.slice(1).map((_, number) => `entry${number + 1}`);
  return [
    ...imports,
    "export default entry0;",
    given.length > 0 ? `export const given = [${given.join(", ")}];` : "",
  ].join("\n");
}

/** The content of a Markdown file is a component that the page already contains. */
function contentOf(path: string, text: string): string {
  if (!/\.mdx?$/.test(path) || /\bexport\s+default\b|\bas\s+default\b/.test(text)) return "";
  return `export default /* @__PURE__ */ ${runtime}.builtIn(${JSON.stringify(path)});`;
}

const missingMark = /lecternMissing\([`"']([^`"']{0,200})/;

/** A missing import only matters if the component uses it: an unused name isn't in the output. */
function missingModule(request: string, imports: IslandSource["imports"]): string {
  const [from, specifier] = JSON.parse(request) as [string, string];
  const names = new Set(
    (imports.get(from) ?? []).filter((one) => one.specifier === specifier).map((one) => one.imported),
  );
  const what = JSON.stringify(`"${specifier}"`.replaceAll(/["'`]/g, "").slice(0, lineLengthMax));
  const call = `/* @__PURE__ */ lecternMissing(${what})`;
  return [...names]
    .filter((name) => name !== "*")
    .map((name) =>
      name === "default" ? `export default ${call};` : `const ${name}_ = ${call}; export { ${name}_ as ${name} };`,
    )
    .join("\n");
}
