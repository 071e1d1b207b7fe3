import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";

/** Elements that were in the page before the component ran: its children and props, and built-in components. */
interface FoundElements {
  /** Elements by their number in the component's props. */
  slots: Map<string, Holder>;
  /** Elements by their name, props and text. */
  parts: Map<string, Holder>;
}

/** Elements are moved, so that they keep their state and listeners. An element that is shown twice is copied. */
interface Holder {
  nodes: Node[];
  isShown: boolean;
}

export const Found = createContext<FoundElements>({ slots: new Map(), parts: new Map() });

/** Finds the elements of one component, but not the elements of components inside it. */
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

/** Replaces the references in a value from the page's JSON by the elements and functions that they refer to. */
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

/** An element that Preact creates without children, so Preact doesn't touch children that are added later. */
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
