import { type ImportDeclaration, Parser, type Program } from "acorn";
import jsx from "acorn-jsx";
import { literalOf } from "./expression.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import type { Scope, ScopeEntry, SnippetSources } from "./render-context.ts";
import { resolveInclude } from "./resolve-include.ts";

export interface ModuleScope {
  scope: Scope;
  /** Files that are imported but not in the project, with the line of the import. */
  missing: { file: string; line: number | undefined }[];
}

const JsxParser = Parser.extend(jsx());
const snippetFile = /\.mdx?$/;
const exportLine = /^export const [\s\S]*?(?=^export |^import |$(?![\s\S]))/gm;

/** The names a file may use: what it exports as literals, and what it imports. Functions are left to the interpreter. */
export function readModuleScope(
  file: string,
  tree: MarkdownNode,
  snippets: SnippetSources,
  given: Scope = new Map(),
): ModuleScope {
  const scope = new Map<string, ScopeEntry>(given);
  const missing: ModuleScope["missing"] = [];
  for (const node of tree.children ?? []) {
    if (node.type !== "mdxjsEsm" || node.value === undefined) continue;
    const program = parseModule(node.value);
    for (const statement of program?.body ?? []) {
      if (statement.type === "ImportDeclaration") {
        const target = importInto(scope, statement, file, snippets);
        if (target !== undefined) missing.push({ file: target, line: node.position?.start.line });
      } else if (statement.type === "ExportNamedDeclaration") {
        exportInto(scope, statement.declaration);
      }
    }
  }
  return { scope, missing };
}

function parseModule(source: string): Program | undefined {
  try {
    return JsxParser.parse(source, { ecmaVersion: 2024, sourceType: "module" });
  } catch {
    // satteri has accepted the statement already; a construct that acorn does not know defines no names.
    return undefined;
  }
}

/** Binds the names of one import; returns the file when the project does not have it. */
function importInto(
  scope: Map<string, ScopeEntry>,
  statement: ImportDeclaration,
  importer: string,
  snippets: SnippetSources,
): string | undefined {
  const target = resolveInclude(importer, String(statement.source.value));
  if (target === undefined || !snippetFile.test(target)) return undefined;
  const source = snippets.get(target);
  if (source === undefined) return target;
  const exported = exportedValues(source);
  for (const specifier of statement.specifiers) {
    if (specifier.type === "ImportDefaultSpecifier") {
      scope.set(specifier.local.name, { kind: "snippet", file: target });
    } else if (specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier") {
      const value = exported.get(specifier.imported.name);
      if (value !== undefined) scope.set(specifier.local.name, value);
    }
  }
  return undefined;
}

/** Literal constants that a file exports, read without parsing the file as a page. */
function exportedValues(source: string): Scope {
  const scope = new Map<string, ScopeEntry>();
  for (const [statement] of source.matchAll(exportLine)) {
    // The statement may be followed by Markdown: the first paragraph break that still parses ends it.
    const program = parseModule(statement) ?? parseModule(statement.split(/\n\s*\n/)[0] ?? "");
    for (const part of program?.body ?? []) {
      if (part.type === "ExportNamedDeclaration") exportInto(scope, part.declaration);
    }
  }
  return scope;
}

type Declaration = Extract<Program["body"][number], { type: "ExportNamedDeclaration" }>["declaration"];

function exportInto(scope: Map<string, ScopeEntry>, declaration: Declaration): void {
  if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return;
  for (const { id, init } of declaration.declarations) {
    if (id.type !== "Identifier" || init === undefined || init === null) continue;
    try {
      scope.set(id.name, { kind: "value", value: literalOf(init, scope) });
    } catch {
      // A function or a call: the name stays unknown, and using it shows a placeholder.
    }
  }
}
