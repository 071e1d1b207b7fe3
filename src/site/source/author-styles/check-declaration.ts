import { type CssNode, type Declaration, type FunctionNode, walk } from "css-tree";
import { type CssFiles, checkCssUrl } from "./check-css-url.ts";
import { hasUnsafeRaw } from "./raw-css.ts";

export interface CheckedDeclaration {
  /** Why the declaration is left out. */
  refusal: string | undefined;
  /** Addresses of the project that it names and that do not exist. */
  missing: string[];
}

/** They run scripts in browsers of another time; no browser of today knows them. */
const forbiddenProperties: ReadonlySet<string> = new Set(["behavior", "-ms-behavior", "-moz-binding"]);
/** In these a plain text is an address. */
const pictureFunctions = /^(?:-webkit-)?(?:image-set|image|src|cross-fade)$/;
/** In these it is none, although they stand inside of a picture function. */
const describesOnly = /^(?:type|format|tech)$/;
const replacesValue = /^(?:var|env|attr|if)$/;

/** Checks what a declaration loads, and writes addresses of the project in the one form that works on every page. */
export function checkDeclaration(declaration: Declaration, files: CssFiles): CheckedDeclaration {
  const { property, value } = declaration;
  const checked: CheckedDeclaration = { refusal: undefined, missing: [] };
  if (property.includes("\\") || forbiddenProperties.has(property.toLowerCase())) {
    return { ...checked, refusal: `the property ${property} is not allowed` };
  }
  if (hasUnsafeRaw(value)) return { ...checked, refusal: `the value of ${property} is not understood` };
  const check = (url: string): string => {
    const result = checkCssUrl(url, files);
    if ("refusal" in result) checked.refusal ??= `${property} ${result.refusal}`;
    else if (result.isMissing) checked.missing.push(result.url);
    return "refusal" in result ? url : result.url;
  };
  walk(value, (node) => {
    if (node.type === "Url") node.value = check(node.value);
    if (node.type === "Function") {
      const refusal = checkFunction(node, check);
      checked.refusal ??= refusal;
    }
  });
  return checked;
}

function checkFunction(node: FunctionNode, check: (url: string) => string): string | undefined {
  const name = node.name.toLowerCase();
  if (name.includes("\\") || name === "expression" || name === "url") return `${node.name}() is not allowed`;
  return pictureFunctions.test(name) ? checkPictures(node, check) : undefined;
}

function checkPictures(node: FunctionNode, check: (url: string) => string): string | undefined {
  let refusal: string | undefined;
  node.children.forEach((child: CssNode) => {
    if (child.type === "String") child.value = check(child.value);
    // What stands in a variable is not known here.
    else if (child.type === "Function" && replacesValue.test(child.name))
      refusal = `${node.name}() with ${child.name}() is not allowed`;
    else if (child.type === "Function" && !describesOnly.test(child.name)) refusal ??= checkPictures(child, check);
  });
  return refusal;
}
