import { type RefObject, useEffect } from "react";

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** `j` and `k` move the focus to the next and the previous file. */
export function useFileKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
        return;
      }
      const files = [...(list.current?.children ?? [])];
      const current = files.findIndex((file) => file.contains(document.activeElement));
      const next = files[current === -1 && step < 0 ? files.length - 1 : current + step];
      if (next !== undefined) {
        event.preventDefault();
        next.querySelector("button")?.focus({ preventScroll: true });
        next.scrollIntoView({ block: "start" });
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
