import { type CssNode, type Declaration, type FunctionNode, walk } from "css-tree";
import { type CssFiles, checkCssUrl } from "./check-css-url.ts";
import { hasUnsafeRaw } from "./css-cleaning.ts";

interface CheckedDeclaration {
  /** The reason why the declaration is left out; undefined if it is kept. */
  refusal: string | undefined;
  /** Referenced files of the project that don't exist. */
  missing: string[];
}

/** Properties that ran scripts in old browsers. */
const forbiddenProperties: ReadonlySet<string> = new Set(["behavior", "-ms-behavior", "-moz-binding"]);
/** Functions in which a plain string is a URL. */
const pictureFunctions = /^(?:-webkit-)?(?:image-set|image|src|cross-fade)$/;
/** Functions in which a plain string isn't a URL, even inside an image function. */
const describesOnly = /^(?:type|format|tech)$/;
const replacesValue = /^(?:var|env|attr|if)$/;

/** Checks the URLs in a declaration, and rewrites project paths to work on every page. */
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
    // The value of a variable is unknown here.
    else if (child.type === "Function" && replacesValue.test(child.name))
      refusal = `${node.name}() with ${child.name}() is not allowed`;
    else if (child.type === "Function" && !describesOnly.test(child.name)) refusal ??= checkPictures(child, check);
  });
  return refusal;
}
