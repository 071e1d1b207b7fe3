import { element, type HtmlNode } from "../../ground/html/html-node.ts";

/** A flag of a command line: `--wait`, or the `--` that ends the flags. */
const flag = /(?<!\S)(--[\w-]{0,32})(?=[\s=]|$)/;

/** Code in a line. Browsers break lines after every hyphen, even inside of `--`, so each flag is kept whole. */
export function inlineCode(code: string): HtmlNode {
  const parts = code.split(flag);
  const nodes = parts.map((part, index) => (index % 2 === 1 ? element("span", { class: "code-flag" }, [part]) : part));
  return element(
    "code",
    {},
    nodes.filter((part) => part !== ""),
  );
}
