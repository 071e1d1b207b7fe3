import { addHandlers } from "./add-handlers.ts";
import { builtIn } from "./built-in.tsx";
import { mountIsland } from "./mount-island.tsx";
import * as react from "./react.ts";

/** Modules of components use React and the built-in components from this object, so that all modules share them. */
const shared = { react, builtIn, user: {} };
Object.assign(globalThis, { lecternIslands: shared });

/**
 * Loads a component and runs it at its place in the page, or loads the handlers of an element. `user` has what the site
 * knows about the reader, who must be the same for all components of a page.
 */
export async function startIsland(place: HTMLElement, user: object = {}): Promise<void> {
  shared.user = user;
  const { dataset } = place;
  const module: unknown = await import(/* @vite-ignore */ dataset.island ?? "");
  if (typeof module !== "object" || module === null || !("default" in module)) return;
  const given: unknown[] = "given" in module && Array.isArray(module.given) ? module.given : [];
  if (dataset.handlers === undefined) mountIsland(place, module.default, given);
  else addHandlers(place, dataset.handlers.split(" "), [module.default, ...given]);
}
