import { useCallback, useEffect } from "react";
import { createStore } from "../ui/store.ts";
import type { highlight as Highlight } from "./highlight.ts";

const loaded = createStore<typeof Highlight | undefined>(undefined);
let isLoading = false;

/** Loads the grammars lazily. Code is plain until then, and nothing moves when the colors appear. */
export function useHighlight(): (path: string, code: string) => string {
  const highlight = loaded.use();
  useEffect(load, []);
  return useCallback((path, code) => highlight?.(path, code) ?? escapeText(code), [highlight]);
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  void import("./highlight.ts").then(
    (module) => loaded.set(module.highlight),
    // The code stays plain; the next diff retries.
    () => {
      isLoading = false;
    },
  );
}

function escapeText(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
