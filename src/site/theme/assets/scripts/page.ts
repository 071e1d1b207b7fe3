/** Translated text for the scripts. English pages have none, so the scripts have English text as the default. */
export const pageWords: DOMStringMap = document.querySelector<HTMLElement>(".article")?.dataset ?? {};

/** How long a button shows that it has copied something. */
export const copiedMilliseconds = 1600;

/** The nearest element that matches, starting with the target of an event. */
export function closest<E extends HTMLElement = HTMLElement>(
  target: EventTarget | null,
  selector: string,
): E | undefined {
  return target instanceof Element ? (target.closest<E>(selector) ?? undefined) : undefined;
}

/** Stores a value if the browser allows it. If storage is disabled, the next page starts without the value. */
export function remember(storage: "localStorage" | "sessionStorage", key: string, value: string): void {
  try {
    window[storage].setItem(key, value);
  } catch {}
}
