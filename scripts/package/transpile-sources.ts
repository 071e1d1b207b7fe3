import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin, stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { type AnyNode, type Literal, type Node, parse } from "acorn";
import { distFolder, isInstalledPackage, sourceFolder, vendorFile, vendorFolder } from "./package-layout.ts";

/**
 * The names that the sources import from each package. Undefined means all names, because the package is loaded with
 * `import()`.
 */
export type PackageImports = Map<string, Set<string> | undefined>;

const program = "main.ts";

/** Strips types as Node does when it runs a clone, and changes import paths to those of the package. */
export function transpileSources(): PackageImports {
  const imports: PackageImports = new Map();
  for (const path of listSources()) {
    const to = join(distFolder, path.replace(/\.ts$/, ".js"));
    const code = stripTypeScriptTypes(readFileSync(join(sourceFolder, path), "utf8"));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, changePaths(code, dirname(to), imports), { mode: path === program ? 0o755 : 0o644 });
  }
  return imports;
}

function listSources(): string[] {
  const browserCode = /^site\/theme\/assets\/scripts\//;
  return globSync("**/*.ts", { cwd: sourceFolder })
    .filter((path) => !/(?:\.test|-test-support)\.ts$/.test(path) && !browserCode.test(path))
    .toSorted();
}

interface Change {
  start: number;
  end: number;
  path: string;
}

function changePaths(code: string, folder: string, imports: PackageImports): string {
  const changes: Change[] = [];
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true }), (node) => {
    if (node.type === "Literal" && typeof node.value === "string" && /^\.{1,2}\/\S+\.ts$/.test(node.value)) {
      changes.push({ ...node, path: node.value.replace(/\.ts$/, ".js") });
    }
    const source = packageOf(node);
    if (source === undefined) return;
    const specifier = String(source.value);
    addNames(imports, specifier, importedNames(node));
    const path = relative(folder, join(vendorFolder, vendorFile(specifier)));
    changes.push({ ...source, path: path.startsWith(".") ? path : `./${path}` });
  });
  let changed = code;
  // Changes are applied from the end to the start, so that earlier positions stay valid.
  for (const { start, end, path } of changes.toSorted((a, b) => b.start - a.start)) {
    changed = `${changed.slice(0, start)}${JSON.stringify(path)}${changed.slice(end)}`;
  }
  return changed;
}

function visit(node: Node, onNode: (node: AnyNode) => void): void {
  onNode(node as AnyNode);
  for (const value of Object.values(node).flat()) {
    if (typeof value === "object" && value !== null && "type" in value) visit(value as Node, onNode);
  }
}

/** The package that a statement imports from, if that package is bundled. */
function packageOf(node: AnyNode): Literal | undefined {
  const isImport =
    node.type === "ImportDeclaration" ||
    node.type === "ImportExpression" ||
    node.type === "ExportNamedDeclaration" ||
    node.type === "ExportAllDeclaration";
  if (!isImport || node.source?.type !== "Literal") return undefined;
  const specifier = String(node.source.value);
  const isBundled = !specifier.startsWith(".") && !isBuiltin(specifier) && !isInstalledPackage(specifier);
  return isBundled ? node.source : undefined;
}

/** The names that a statement imports; undefined for all names. */
function importedNames(node: AnyNode): string[] | undefined {
  if (node.type === "ImportDeclaration" && node.specifiers.every(({ type }) => type !== "ImportNamespaceSpecifier")) {
    return node.specifiers.map((specifier) =>
      specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier"
        ? specifier.imported.name
        : "default",
    );
  }
  return undefined;
}

function addNames(imports: PackageImports, specifier: string, names: string[] | undefined): void {
  const known = imports.has(specifier) ? imports.get(specifier) : new Set<string>();
  imports.set(specifier, known && names && new Set([...known, ...names]));
}
