import syntax from "../../src/site/theme/assets/styles/syntax.css?inline";
import answer from "./styles/answer.css?inline";
import base from "./styles/base.css?inline";
import panel from "./styles/panel.css?inline";
import search from "./styles/search.css?inline";

/**
 * A shadow root, so that the page's styles and Lectern's styles don't affect each other. A script creates the styles,
 * which even the strictest policy allows.
 */
export function openShadow(name: string, ...more: string[]): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement(name);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [base, syntax, search, panel, answer, ...more].map((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    return sheet;
  });
  document.body.append(host);
  return { host, root };
}
