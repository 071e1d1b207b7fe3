// Authors' components start when they come into view. Until then, and without this script, the page shows their initial
// HTML.

import { type Profile, reader } from "./reader-profile.ts";

/** The exports of web/site/islands/islands.ts. */
interface Islands {
  startIsland(place: HTMLElement, user: object): Promise<void>;
}

const script = document.querySelector<HTMLElement>("[data-island-script]")?.dataset.islandScript;
const marginPixels = 300;

if (script !== undefined) {
  keepDarkClass();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        // If a module can't be loaded, the console has an error and the initial HTML stays.
        const loading: Promise<[Islands, Profile]> = Promise.all([import(/* @vite-ignore */ script), reader]);
        void loading.then(([islands, { user }]) => islands.startIsland(target as HTMLElement, user ?? {}));
      }
    },
    { rootMargin: `${marginPixels}px` },
  );
  for (const place of document.querySelectorAll("[data-island]")) observer.observe(place);
}

/** Components of the format recognize dark mode by a class of the root. */
function keepDarkClass(): void {
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const keep = () =>
    root.classList.toggle("dark", root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  keep();
  prefersDark.addEventListener("change", keep);
  new MutationObserver(keep).observe(root, { attributeFilter: ["data-theme"] });
}
