import { closest } from "./page.ts";

// A page is already fetched when the reader points at a link to it.
const fetched = new Set([location.pathname]);

for (const event of ["pointerover", "touchstart", "focusin"]) {
  document.addEventListener(event, prefetch, { passive: true });
}

function prefetch({ target }: Event): void {
  const link = closest<HTMLAnchorElement>(target, "a[href]");
  if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
  if (/\.\w+$/.test(link.pathname) || link.hasAttribute("download")) return;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  fetched.add(link.pathname);
  const hint = document.createElement("link");
  hint.rel = "prefetch";
  hint.href = link.pathname;
  document.head.append(hint);
}
