import type { EditorFacts } from "../../../../src/contract/editor-fact-schemas.ts";
import type { Choice } from "./choice.ts";

/** The paths that an import can have. */
export function modulePaths({ snippets }: EditorFacts): Choice[] {
  return snippets.map(({ path, exports }) => ({
    label: `/${path}`,
    kind: "snippet",
    detail: exports.length === 0 ? undefined : exports.join(", "),
  }));
}

/** Whole lines that import a snippet or what it exports. */
export function importChoices({ snippets }: EditorFacts): Choice[] {
  return snippets.flatMap(({ path, exports }): Choice[] => {
    const whole = path.endsWith(".jsx") ? [] : [importLine(componentName(path), path)];
    return [...whole, ...exports.map((name) => importLine(`{ ${name} }`, path))];
  });
}

function importLine(what: string, path: string): Choice {
  return { label: `import ${what} from "/${path}"`, kind: "snippet", template: `import ${what} from "/${path}";` };
}

/** `snippets/get-help.mdx` → `GetHelp`. */
function componentName(path: string): string {
  const words = (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "").split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}
