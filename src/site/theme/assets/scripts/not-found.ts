// Loaded only by the page for unknown addresses. It is one file for all of them, so the browser finds out what the reader may
// have meant; this works on any host.
import { findNearest, readPages } from "./nearest-pages.ts";

const nearest = document.querySelector<HTMLElement>("[data-nearest]");
const list = nearest?.querySelector("ul");
if (nearest && list) void suggest(nearest, list);

const opener = document.querySelector<HTMLElement>("[data-open-search]");
opener?.addEventListener("click", () => document.querySelector<HTMLElement>(".reader-box .search-field")?.click());

async function suggest(nearest: HTMLElement, list: Element): Promise<void> {
  const response = await fetch("/llms.txt").catch(() => undefined);
  if (!response?.ok) return;
  const pages = findNearest(decodePath(location.pathname), readPages(await response.text(), location.origin));
  for (const { path, title } of pages) {
    const link = document.createElement("a");
    link.href = path;
    link.textContent = title;
    const place = document.createElement("small");
    place.textContent = decodePath(path);
    link.append(place);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  nearest.hidden = pages.length === 0;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
