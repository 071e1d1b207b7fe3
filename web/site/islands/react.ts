import { options, type VNode } from "preact";
import { AdoptedStyle } from "./adopted-style.ts";

// The React API for components is what this module exports.
// biome-ignore lint/performance/noBarrelFile: components get all of it
export {
  Children,
  Component,
  cloneElement,
  createContext,
  createElement,
  createPortal,
  createRef,
  Fragment,
  flushSync,
  forwardRef,
  isValidElement,
  memo,
  PureComponent,
  StrictMode,
  startTransition,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from "preact/compat";
export { jsx, jsxs } from "preact/jsx-runtime";

// A site's policy blocks <style> elements and style attributes in markup, but not styles that scripts set.
const { vnode: makeNode, diffed } = options;
options.vnode = (node: VNode) => {
  if (node.type === "style") Object.assign(node, { type: AdoptedStyle });
  if (typeof node.type === "string") addBasePath(node.props);
  makeNode?.(node);
};
options.diffed = (node: VNode) => {
  diffed?.(node);
  const { props } = node;
  if (typeof node.type !== "string" || !("dangerouslySetInnerHTML" in props)) return;
  for (const element of elementOf(node)?.querySelectorAll<HTMLElement>("[style]") ?? []) {
    element.style.cssText = element.getAttribute("style") ?? "";
  }
};

/** The build adds the base path of the site to addresses. Components write addresses without it. */
function addBasePath(props: Record<string, unknown>): void {
  const { basePath = "" } = document.documentElement.dataset;
  for (const name of basePath === "" ? [] : ["href", "src", "poster", "action"]) {
    const address = props[name];
    if (typeof address === "string" && /^\/(?!\/)/.test(address)) props[name] = basePath + address;
  }
}

function elementOf(node: VNode): Element | undefined {
  const element: unknown = Object.values(node).find((value) => value instanceof Element);
  return element instanceof Element ? element : undefined;
}
