import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

/** Renders a component that only calls a hook, like a page would, and returns the hook's latest value. */
export function renderHook<Value>(useValue: () => Value): { readonly current: Value } {
  let values: Value[] = [];
  const Page = () => {
    values = [useValue()];
    return null;
  };
  const root = createRoot(document.createElement("div"));
  flushSync(() => root.render(createElement(Page)));
  onTestFinished(() => root.unmount());
  return {
    get current() {
      const [value] = values;
      if (value === undefined) throw new Error("The component wasn't rendered.");
      return value;
    },
  };
}
