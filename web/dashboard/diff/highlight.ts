import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** Languages that are common in documentation repositories. Other files stay plain. */
const grammars = { bash, css, javascript, json, markdown, typescript, xml, yaml };
const extensions: Readonly<Record<string, keyof typeof grammars>> = {
  css: "css",
  htm: "xml",
  html: "xml",
  js: "javascript",
  json: "json",
  jsx: "javascript",
  md: "markdown",
  mdx: "markdown",
  sh: "bash",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yaml: "yaml",
  yml: "yaml",
};
const lengthMax = 20_000;

const hljs = core.newInstance();
for (const [name, grammar] of Object.entries(grammars)) {
  hljs.registerLanguage(name, grammar);
}

/** Highlights code as HTML; undefined for an unknown file type. */
export function highlight(path: string, code: string): string | undefined {
  const language = extensions[path.split(".").at(-1)?.toLowerCase() ?? ""];
  // Some grammars take more than a second for long text.
  return language === undefined || code.length > lengthMax
    ? undefined
    : hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
