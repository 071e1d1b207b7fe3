import { closest } from "./page.ts";

// Search and the assistant are loaded on first use. This script only opens them: with the buttons of the header, the
// keys ⌘K and /, a button on code, and a button next to selected text.

/** The exports of web/site/reader.tsx. */
interface Reader {
  search(typed: string): void;
  ask(): void;
  askAboutCode(box: Element): void;
  askAboutText(text: string, element: Element | null): void;
  rate(box: Element, helpful: boolean): Promise<boolean>;
}

const selectedLengthMin = 3;
const narrowWidthMax = 640;

const box = document.querySelector<HTMLElement>(".reader-box");
if (box) offerReader(box, box.dataset);

function offerReader(box: HTMLElement, words: DOMStringMap): void {
  const field = box.querySelector<HTMLElement>(".search-field");
  const asker = box.querySelector<HTMLElement>(".ask-button");
  let loading: Promise<Reader> | undefined;

  const load = () => {
    loading ??= import(/* @vite-ignore */ box.dataset.readerScript ?? "").then(
      (script: { startReader(box: HTMLElement): Promise<Reader> }) => script.startReader(box),
    );
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const use = async (action: (reader: Reader) => void) => {
    try {
      action(await load());
    } catch {
      const button = field ?? asker;
      const label = button?.querySelector("span");
      if (button) button.title = words.failed ?? "";
      if (label) label.textContent = words.failed ?? "";
    }
  };
  const ask = () => void use((reader) => reader.ask());

  if (field) offerSearch(field, use);
  asker?.addEventListener("click", ask);
  for (const button of document.querySelectorAll("[data-ask]")) button.addEventListener("click", ask);
  for (const name of ["pointerenter", "focusin"]) box.addEventListener(name, () => void load(), { once: true });
  offerRating(load);

  if (asker) {
    // Opens the assistant if it was open on the previous page, or if this is an assistant page.
    const wasOpen = document.documentElement.classList.contains("asking") && innerWidth > narrowWidthMax;
    if (wasOpen || document.body.classList.contains("mode-assistant")) ask();
    const makeButton = (className: string) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = className;
      button.append(asker.querySelector("i")?.cloneNode() ?? "");
      return button;
    };
    const label = words.askThis ?? "";
    for (const tools of document.querySelectorAll(".code-tools")) {
      const button = makeButton("copy ask-code");
      button.setAttribute("aria-label", label);
      const code = tools.parentElement;
      if (code) button.addEventListener("click", () => use((reader) => reader.askAboutCode(code)));
      tools.prepend(button);
    }
    const floating = makeButton("ask-selection");
    floating.append(label);
    offerSelection(floating, use);
  }
}

function offerSearch(field: HTMLElement, use: (action: (reader: Reader) => void) => Promise<void>): void {
  let typed = "";
  // Keys pressed while the script loads are passed to the dialog.
  const collect = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key.length === 1) typed += event.key;
    else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else return;
    event.preventDefault();
  };
  const search = (words = "") => {
    typed = words;
    document.addEventListener("keydown", collect);
    void use((reader) => reader.search(typed)).finally(() => document.removeEventListener("keydown", collect));
  };
  const shortcut = field.querySelector("kbd");
  if (shortcut && /Mac|iPhone|iPad/.test(navigator.platform)) shortcut.textContent = "⌘K";
  field.addEventListener("click", () => search());
  for (const button of document.querySelectorAll<HTMLElement>("[data-search]")) {
    // On the 404 page, the last part of the address is the best search text.
    const last = button.dataset.search === "address" ? location.pathname.split("/").at(-1) : undefined;
    button.addEventListener("click", () => search((last ?? "").replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()));
  }
  document.addEventListener("keydown", (event) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey;
    const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !event.altKey;
    const isWriting = closest(event.target, "input, textarea, select, [contenteditable]") !== undefined;
    // Fields of search and the assistant are in a shadow root, so `closest` doesn't find them.
    const isInReader = document.activeElement?.localName === "lectern-reader";
    if (!(isShortcut || (isSlash && !isWriting && !isInReader))) return;
    event.preventDefault();
    search();
  });
}

/** Shows “Was this page helpful?” and handles the answer. */
function offerRating(load: () => Promise<Reader>): void {
  const rating = document.querySelector<HTMLElement>(".page-rating");
  rating?.addEventListener("click", async ({ target }) => {
    const button = closest(target, "[data-helpful]");
    if (!button) return;
    const isSent = await load().then(
      (reader) => reader.rate(rating, button.dataset.helpful === "true"),
      () => false,
    );
    rating.querySelector(":scope > output")?.remove();
    if (!isSent) button.after(Object.assign(document.createElement("output"), { textContent: rating.dataset.failed }));
  });
}

/** Shows the button below selected text of the article. */
function offerSelection(button: HTMLElement, use: (action: (reader: Reader) => void) => Promise<void>): void {
  button.hidden = true;
  document.body.append(button);
  let selected: { text: string; holder: Element } | undefined;

  const show = () => {
    const selection = getSelection();
    const text = selection?.toString().trim() ?? "";
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    const node = range?.commonAncestorContainer;
    const holder = node instanceof Element ? node : node?.parentElement;
    button.hidden = text.length < selectedLengthMin || !holder?.closest(".article");
    if (button.hidden || !range || !holder) return;
    selected = { text, holder };
    const { left, bottom, width } = range.getBoundingClientRect();
    const half = button.offsetWidth / 2;
    const middle = Math.min(Math.max(left + width / 2, half + 8), innerWidth - half - 8);
    button.style.left = `${middle + scrollX}px`;
    button.style.top = `${bottom + scrollY + 8}px`;
  };
  document.addEventListener("selectionchange", () => {
    if (getSelection()?.isCollapsed) button.hidden = true;
  });
  // A selection is complete when the pointer or the key is released.
  for (const name of ["pointerup", "keyup"]) document.addEventListener(name, () => setTimeout(show));
  // Pressing the button must not clear the selection.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    button.hidden = true;
    const about = selected;
    if (about) void use((reader) => reader.askAboutText(about.text, about.holder));
  });
}
