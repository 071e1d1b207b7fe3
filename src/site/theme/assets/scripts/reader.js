// Search and assistant are loaded by the first reader who wants them. Here is only what opens them: the buttons of the
// header, ⌘K and /, a button on code, and one beside text that was selected.
{
  const box = document.querySelector(".reader-box");
  const field = box?.querySelector(".search-field");
  const asker = box?.querySelector(".ask-button");
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  let loading;
  let typed = "";

  const load = () => {
    loading ??= import(box.dataset.readerScript).then((reader) => reader.startReader(box));
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };

  async function use(what) {
    try {
      what(await load());
    } catch {
      const button = field ?? asker;
      button.title = box.dataset.failed;
      button.querySelector("span").textContent = box.dataset.failed;
    }
  }

  // Whoever types at once has typed into the dialog.
  const collect = (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key.length === 1) typed += event.key;
    else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else return;
    event.preventDefault();
  };

  function search() {
    typed = "";
    document.addEventListener("keydown", collect);
    use((reader) => reader.search(typed)).finally(() => document.removeEventListener("keydown", collect));
  }

  const isWriting = ({ target }) =>
    target instanceof Element && target.closest("input, textarea, select, [contenteditable]");

  if (field) {
    if (isMac) field.querySelector("kbd").textContent = "⌘K";
    field.addEventListener("click", search);
    document.addEventListener("keydown", (event) => {
      const isShortcut = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey;
      const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !event.altKey;
      // What is open has its own shadow, so a field in it is not seen as one here.
      const isOurs = document.activeElement?.localName === "lectern-reader";
      if (!(isShortcut || (isSlash && !isWriting(event) && !isOurs))) return;
      event.preventDefault();
      search();
    });
  }
  // What a reader thinks of the page.
  const rating = box && document.querySelector(".page-rating");
  rating?.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : undefined;
    if (!button) return;
    const isHeard = await load().then(
      (reader) => reader.rate(button.dataset.helpful === "true"),
      () => false,
    );
    const { thanks, failed } = rating.dataset;
    rating.firstChild.textContent = isHeard ? thanks : failed;
    rating.firstChild.role = "status";
    if (isHeard) for (const other of rating.querySelectorAll("button")) other.remove();
  });

  asker?.addEventListener("click", () => use((reader) => reader.ask()));
  for (const button of document.querySelectorAll("[data-ask]"))
    button.addEventListener("click", () => use((reader) => reader.ask()));
  for (const name of ["pointerenter", "focusin"]) box?.addEventListener(name, () => void load(), { once: true });

  if (asker) {
    // The panel was open on the page before, or is the page.
    const wasOpen = document.documentElement.classList.contains("asking") && innerWidth > 640;
    if (wasOpen || document.body.classList.contains("mode-assistant")) use((reader) => reader.ask());

    const askButton = (className) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = className;
      button.append(asker.querySelector("i").cloneNode());
      return button;
    };

    for (const tools of document.querySelectorAll(".code-tools")) {
      const button = askButton("copy ask-code");
      button.setAttribute("aria-label", box.dataset.askThis);
      button.addEventListener("click", () => use((reader) => reader.askAboutCode(tools.parentElement)));
      tools.prepend(button);
    }

    const floating = askButton("ask-selection");
    floating.append(box.dataset.askThis);
    floating.hidden = true;
    document.body.append(floating);
    let selected;
    const show = () => {
      const selection = getSelection();
      const text = selection.toString().trim();
      const range = selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
      const element = range?.commonAncestorContainer;
      const holder = element instanceof Element ? element : element?.parentElement;
      floating.hidden = text.length < 3 || !holder?.closest(".article");
      if (floating.hidden) return;
      selected = { text, holder };
      const { left, bottom, width } = range.getBoundingClientRect();
      const half = floating.offsetWidth / 2;
      const middle = Math.min(Math.max(left + width / 2, half + 8), innerWidth - half - 8);
      floating.style.left = `${middle + scrollX}px`;
      floating.style.top = `${bottom + scrollY + 8}px`;
    };
    document.addEventListener("selectionchange", () => {
      if (getSelection().isCollapsed) floating.hidden = true;
    });
    // A selection is whole when the pointer or the key is released.
    for (const name of ["pointerup", "keyup"]) document.addEventListener(name, () => setTimeout(show));
    // The button must not take the selection away before it is used.
    floating.addEventListener("pointerdown", (event) => event.preventDefault());
    floating.addEventListener("click", () => {
      floating.hidden = true;
      use((reader) => reader.askAboutText(selected.text, selected.holder));
    });
  }
}
