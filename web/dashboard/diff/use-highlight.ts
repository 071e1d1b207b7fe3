import { useCallback, useSyncExternalStore } from "react";
import type { highlight as Highlight } from "./highlight.ts";

let loaded: typeof Highlight | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** Loads the grammars lazily. Code is plain until then, and nothing moves when the colors appear. */
export function useHighlight(): (path: string, code: string) => string {
  const highlight = useSyncExternalStore(subscribe, () => loaded);
  return useCallback((path, code) => highlight?.(path, code) ?? escapeText(code), [highlight]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isLoading) {
    isLoading = true;
    void import("./highlight.ts").then(
      (module) => {
        loaded = module.highlight;
        for (const each of listeners) {
          each();
        }
      },
      // The code stays plain; the next diff retries.
      () => {
        isLoading = false;
      },
    );
  }
  return () => listeners.delete(listener);
}

function escapeText(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
