import { readFile } from "node:fs/promises";
import type { IOnigLib } from "vscode-textmate";
import { packageFile } from "../../../shared/packages.ts";

let loaded: Promise<IOnigLib> | undefined;

/**
 * The regular expression engine for TextMate grammars. It has half a megabyte, so it is only loaded if a project has
 * grammars.
 */
export function loadOniguruma(): Promise<IOnigLib> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<IOnigLib> {
  const { default: oniguruma } = await import("vscode-oniguruma");
  const path = packageFile("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM({ data: await readFile(path) });
  return {
    createOnigScanner: (patterns) => oniguruma.createOnigScanner(patterns),
    createOnigString: (text) => oniguruma.createOnigString(text),
  };
}
