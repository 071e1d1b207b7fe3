import { builtIn } from "./built-in.tsx";
import { mountIsland } from "./mount-island.tsx";
import { react } from "./react.ts";

/** The modules of components find React and the built-in components here, so that all of a site share them. */
Object.assign(globalThis, { lecternIslands: { react, builtIn } });

/** Loads the component of a place and runs it there. */
export async function startIsland(place: HTMLElement): Promise<void> {
  const { dataset } = place;
  const module: unknown = await import(/* @vite-ignore */ dataset.island ?? "");
  if (typeof module !== "object" || module === null || !("default" in module)) return;
  mountIsland(place, module.default, "given" in module && Array.isArray(module.given) ? module.given : []);
}
