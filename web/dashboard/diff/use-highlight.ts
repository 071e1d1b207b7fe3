import { useSyncExternalStore } from "react";
import type { highlight as Highlight } from "./highlight.ts";

let loaded: typeof Highlight | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** Colours come a moment after the text: nobody waits for the grammars, and nothing moves when they are there. */
export function useHighlight(): (path: string, code: string) => string {
  const highlight = useSyncExternalStore(subscribe, () => loaded);
  return (path, code) => highlight?.(path, code) ?? escapeText(code);
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
      // It stays plain, and is tried again with the next diff.
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
