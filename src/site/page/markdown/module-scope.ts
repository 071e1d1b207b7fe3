import { BuildProblem } from "../../shared/build-problem.ts";
import { computeOnce } from "../../shared/compute-once.ts";
import { resolveInclude } from "../../source/resolve-include.ts";
import type { CodePiece } from "../author-code/create-interpreter.ts";
import type { ImportAnswer } from "../author-code/engine-messages.ts";
import { declaredNames, type ImportedName, parseModulePart } from "../author-code/module-part.ts";
import { Refusal } from "../author-code/refusal.ts";
import { componentProps } from "../components/registry.ts";
import type { MarkdownNode, Scope } from "../page-tree.ts";
import { parseSnippet } from "./parse-snippet.ts";
import type { LoadedModule, Module, PageState } from "./render-context.ts";

const markdownFile = /\.mdx?$/;
const codeFile = /\.jsx$/;
const checkPath = "check the path; it is case-sensitive";
const contentless: ReadonlySet<string> = new Set(["mdxjsEsm", "yaml"]);

/** The names a page or snippet may use: its own constants and functions, and its imports. */
export function openFileModule(
  file: string,
  tree: MarkdownNode,
  firstLine: number,
  page: PageState,
  outside?: Scope,
): Module {
  const pieces: CodePiece[] = [];
  for (const node of listCode(tree)) {
    if (node.value === undefined) continue;
    const line = (node.position?.start.line ?? 1) + firstLine - 1;
    const part = parseModulePart(node.value);
    if (part !== undefined) pieces.push({ part, line });
    else {
      page.problems.report("these imports and exports are not plain JavaScript and are left out", {
        file,
        line,
        hint: "TypeScript is not supported; write JavaScript",
      });
    }
  }
  page.codeFiles.set(
    file,
    pieces.map(({ part }) => part),
  );
  return openModule(file, pieces, page, outside);
}

/**
 * Everything is evaluated on first use, so files may import each other in cycles. Names that the file doesn't define are
 * looked up in `outside`.
 */
function openModule(file: string, pieces: CodePiece[], page: PageState, outside?: Scope): Module {
  for (const { part, line } of pieces) {
    for (const imported of part.imports) {
      const linesBefore = part.text.slice(0, imported.offset).split("\n").length - 1;
      checkImport(file, imported, line + linesBefore, page);
    }
  }
  const parts = pieces.map(({ part }) => part);
  const all = parts.flatMap((part) => part.imports);
  const imports = new Map(all.map((imported) => [imported.local, imported]));
  const exports = new Map(parts.flatMap((part) => [...part.exports]));
  const names = new Set([...imports.keys(), ...parts.flatMap(({ declared }) => declared.flatMap(declaredNames))]);
  const follow = (name: string): ImportAnswer => {
    const imported = imports.get(name);
    if (imported === undefined) return { refused: `"${name}" is not imported`, hint: "" };
    return followImport(file, imported, page);
  };
  const scope = page.interpreter.createScope({ file, pieces, imported: [...imports.keys()], follow, outside });
  return {
    scope,
    findExport(name, seen = new Set()) {
      const local = exports.get(name);
      if (local !== undefined) return names.has(local) ? { scope, name: local } : undefined;
      if (name === "default" || seen.has(file)) return undefined;
      seen.add(file);
      for (const from of all.filter((imported) => imported.local === "*")) {
        const found = findModule(file, from, page).module.findExport(name, seen);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** The imports and exports of a file. As in MDX, they may be between tags and apply to the whole file. */
function listCode({ children = [] }: MarkdownNode): MarkdownNode[] {
  return children.flatMap((node) => {
    if (node.type === "mdxJsxFlowElement") return listCode(node);
    return node.type === "mdxjsEsm" ? [node] : [];
  });
}

/** Reports a missing file even if the import isn't used, and code that is only imported for its effects. */
function checkImport(file: string, imported: ImportedName, line: number, page: PageState): void {
  const target = resolveInclude(file, imported.specifier, page.settings.sources);
  if (target === undefined || !(markdownFile.test(target) || codeFile.test(target))) return;
  if (!page.snippets.has(target)) {
    page.problems.report(`imports /${target}, but that file does not exist`, { file, line, hint: checkPath });
  } else if (imported.local === "") {
    page.problems.report(`imports /${target} without a name, so the build does not run it`, { file, line });
  }
}

function followImport(importer: string, from: ImportedName, page: PageState): ImportAnswer {
  const { imported, local, specifier } = from;
  // React isn't loaded. The engine provides the few functions that a first render needs.
  if (specifier === "react") return { react: imported };
  const { target, module } = findModule(importer, from, page);
  if (imported === "*") throw new Refusal(`it imports everything from /${target}`, "import its names one by one");
  const found = imported === "default" && module.hasContent ? undefined : module.findExport(imported);
  if (found !== undefined) return { scope: found.scope.id(), name: found.name };
  if (imported === "default" && markdownFile.test(target)) return { snippet: target };
  throw new Refusal(`"${local}" comes from /${target}, which has no export "${imported}"`, "names are case-sensitive");
}

/** The file that an import names. Throws a Refusal if it can't be imported. */
function findModule(importer: string, { local, specifier }: ImportedName, page: PageState) {
  const target = resolveInclude(importer, specifier, page.settings.sources);
  if (target === undefined) throw new Refusal(`"${local}" comes from "${specifier}", and packages are never loaded`);
  if (!markdownFile.test(target) && !codeFile.test(target)) {
    throw new Refusal(`"${local}" comes from /${target}`, "only .mdx, .md and .jsx files can be imported");
  }
  if (!page.snippets.has(target))
    throw new Refusal(`"${local}" comes from /${target}, which does not exist`, checkPath);
  return { target, module: loadModule(target, page) };
}

/** Opens each file only once per page, even if many files import it. */
export function loadModule(file: string, page: PageState): LoadedModule {
  return computeOnce(page.modules, file, () => (codeFile.test(file) ? openCode(file, page) : openMarkdown(file, page)));
}

function openCode(file: string, page: PageState): LoadedModule {
  const part = parseModulePart(page.snippets.get(file) ?? "");
  if (part === undefined) throw new Refusal(`/${file} is not plain JavaScript with JSX`);
  page.codeFiles.set(file, [part]);
  return { ...openModule(file, [{ part, line: 1 }], page), hasContent: false };
}

function openMarkdown(file: string, page: PageState): LoadedModule {
  try {
    const { tree, firstLine } = parseSnippet(file, page.snippets.get(file) ?? "", page);
    const hasContent = (tree.children ?? []).some((node) => !contentless.has(node.type));
    return { ...openFileModule(file, tree, firstLine, page, pageNames(file, page)), hasContent };
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    page.problems.report(error.message, error);
    throw new Refusal(`/${file} cannot be read`, "fix that file");
  }
}

/**
 * The imports and constants of the page, which its snippets can use too. The snippet's own names and the built-in
 * components take precedence. The import of the snippet itself is left out, so that a snippet that is imported as
 * `Intro` and mentions `<Intro>` doesn't include itself forever.
 */
function pageNames(file: string, page: PageState): Scope | undefined {
  const { scope, interpreter } = page;
  if (scope === undefined) return undefined;
  const parts = page.codeFiles.get(scope.file) ?? [];
  const isItself = ({ imported, specifier }: ImportedName) =>
    imported === "default" && resolveInclude(scope.file, specifier, page.settings.sources) === file;
  const imports = parts.flatMap((part) => part.imports).filter((imported) => !isItself(imported));
  const declared = parts.flatMap((part) => part.declared.flatMap(declaredNames));
  const imported = [...imports.map(({ local }) => local), ...declared].filter((name) => !componentProps.has(name));
  const follow = (name: string) => ({ scope: scope.id(), name });
  return interpreter.createScope({ file: scope.file, pieces: [], imported, follow, outside: undefined });
}
