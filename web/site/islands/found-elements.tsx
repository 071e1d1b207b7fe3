import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";

/** Elements that were in the page before the component ran: what it was given, and built-in components. */
interface FoundElements {
  /** By the number in the component's props. */
  slots: Map<string, Holder>;
  /** By their name, props and text. */
  parts: Map<string, Holder>;
}

/** The elements are moved, so that they keep their state and listeners. Shown twice, they are copied. */
interface Holder {
  nodes: Node[];
  isShown: boolean;
}

export const Found = createContext<FoundElements>({ slots: new Map(), parts: new Map() });

/** Finds the elements of one component. Those of components inside it aren't its own. */
export function findElements(place: HTMLElement): FoundElements {
  const keys: unknown = JSON.parse(place.dataset.parts ?? "[]");
  const found: FoundElements = { slots: new Map(), parts: new Map() };
  for (const element of place.querySelectorAll<HTMLElement>("[data-island-slot],[data-island-part]")) {
    if (element.parentElement?.closest("[data-island]") !== place) continue;
    const { islandSlot: slot, islandPart: part } = element.dataset;
    const key = slot ?? (Array.isArray(keys) ? String(keys[Number(part)]) : "");
    const holders = slot === undefined ? found.parts : found.slots;
    if (!holders.has(key)) holders.set(key, { nodes: [...element.childNodes], isShown: false });
  }
  return found;
}

/** A value from the page's JSON, with elements and functions in place of their numbers. */
export function reviveProp(value: unknown, functions: unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item) => reviveProp(item, functions));
  if (typeof value !== "object" || value === null) return value;
  if ("$slot" in value) return <FoundSlot slot={String(value.$slot)} />;
  if ("$function" in value) return functions[Number(value.$function)];
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, reviveProp(item, functions)]));
}

export function FoundSlot({ slot }: { slot: string }) {
  const holder = useContext(Found).slots.get(slot);
  return holder === undefined ? null : <Shown holder={holder} />;
}

/** An element that Preact creates without children, so it leaves those alone that are put into it. */
export function Shown({ holder }: { holder: Holder }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const isOriginal = !holder.isShown;
    const nodes = isOriginal ? holder.nodes : holder.nodes.map((node) => node.cloneNode(true));
    holder.isShown = true;
    box.current?.replaceChildren(...nodes);
    return () => {
      if (isOriginal) holder.isShown = false;
    };
  }, [holder]);
  return <span ref={box} data-island-part="" />;
}
