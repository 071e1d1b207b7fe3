import { builtIn } from "./built-in.tsx";
import { mountIsland } from "./mount-island.tsx";
import { react } from "./react.ts";

/** Modules of components use React and the built-in components from this object, so that all modules share them. */
Object.assign(globalThis, { lecternIslands: { react, builtIn } });

/** Loads a component and runs it at its place in the page. */
export async function startIsland(place: HTMLElement): Promise<void> {
  const { dataset } = place;
  const module: unknown = await import(/* @vite-ignore */ dataset.island ?? "");
  if (typeof module !== "object" || module === null || !("default" in module)) return;
  mountIsland(place, module.default, "given" in module && Array.isArray(module.given) ? module.given : []);
}
