import type { Emitter } from "highlight.js";
import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** Highlighted code: plain text, and text with a class. */
export type CodeNode = string | { className: string; children: CodeNode[] };

/** A grammar can take more than a second for a long block, so long blocks stay plain. */
const codeCharactersMax = 12_000;

const grammars = { bash, css, diff, go, ini, java, javascript, json, python, ruby, rust, sql, typescript, xml, yaml };
// A separate instance, because the settings of the shared instance are global.
const hljs = core.newInstance();
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);
hljs.registerAliases(["shell", "zsh", "curl", "console", "terminal"], { languageName: "bash" });
hljs.registerAliases(["mdx", "vue", "svelte"], { languageName: "xml" });
hljs.registerAliases(["env", "dotenv"], { languageName: "ini" });

/** Builds a tree instead of HTML. HTML would have to be parsed again, which strict policies block. */
class TreeEmitter implements Emitter {
  readonly root: CodeNode[] = [];
  readonly #open: CodeNode[][] = [this.root];

  startScope(name: string): void {
    this.openNode(name);
  }

  endScope(): void {
    this.closeNode();
  }

  // The library calls these two methods as well as the two above, although its types don't say so.
  openNode(name: string): void {
    const children: CodeNode[] = [];
    this.#open.at(-1)?.push({ className: classNameOf(name), children });
    this.#open.push(children);
  }

  closeNode(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  addText(text: string): void {
    if (text !== "") this.#open.at(-1)?.push(text);
  }

  __addSublanguage(emitter: Emitter, _name: string): void {
    if (emitter instanceof TreeEmitter) this.#open.at(-1)?.push(...emitter.root);
  }

  toHTML(): string {
    return "";
  }

  finalize(): void {
    this.#open.length = 1;
  }
}
hljs.configure({ __emitter: TreeEmitter });

/** `title.function` → `hljs-title function_`. */
function classNameOf(scope: string): string {
  const [first = "", ...rest] = scope.split(".");
  return [`hljs-${first}`, ...rest.map((name, index) => name + "_".repeat(index + 1))].join(" ");
}

export function highlight(code: string, language: string): CodeNode[] {
  if (code.length > codeCharactersMax || hljs.getLanguage(language) === undefined) return [code];
  const { _emitter: emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  return emitter instanceof TreeEmitter ? emitter.root : [code];
}
