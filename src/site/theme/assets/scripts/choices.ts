// Filters a changelog by tags and switches the view of a page. The outline follows the reader's choice.
const chosenTags = new Set(
  (new URLSearchParams(location.search).get("tags") ?? "").split(",").filter((tag) => tag !== ""),
);
const filters = document.querySelectorAll<HTMLElement>("[data-filter]");
const updates = document.querySelectorAll<HTMLElement>(".update");
const viewButtons = document.querySelectorAll<HTMLElement>(".view-switch [data-view]");

for (const button of filters) {
  button.addEventListener("click", () => {
    const { filter: tag = "" } = button.dataset;
    if (!chosenTags.delete(tag)) chosenTags.add(tag);
    const address = new URL(location.href);
    if (chosenTags.size > 0) address.searchParams.set("tags", [...chosenTags].join(","));
    else address.searchParams.delete("tags");
    history.replaceState(history.state, "", String(address).replaceAll("%2C", ","));
    applyTags();
  });
}
if (filters.length > 0 && chosenTags.size > 0) applyTags();

for (const button of viewButtons) {
  button.addEventListener("click", () => {
    const { view = "" } = button.dataset;
    chooseView(view);
    const address = new URL(location.href);
    address.searchParams.set("view", view);
    history.replaceState(history.state, "", address);
  });
}
const linkedView = new URLSearchParams(location.search).get("view");
if (linkedView !== null && [...viewButtons].some(({ dataset }) => dataset.view === linkedView)) chooseView(linkedView);

export function chooseView(name: string): void {
  for (const button of viewButtons) button.setAttribute("aria-pressed", String(button.dataset.view === name));
  for (const view of document.querySelectorAll<HTMLElement>(".view")) {
    view.classList.toggle("active", view.dataset.view === name);
  }
  updateOutline();
}

function applyTags(): void {
  for (const button of filters) {
    button.setAttribute("aria-pressed", String(chosenTags.has(button.dataset.filter ?? "")));
  }
  for (const update of updates) {
    const tags = (update.dataset.tags ?? "").split(" ");
    update.hidden = ![...chosenTags].every((tag) => tags.includes(tag));
  }
  for (const year of document.querySelectorAll<HTMLDetailsElement>(".update-year")) {
    year.hidden = !year.querySelector(".update:not([hidden])");
    if (chosenTags.size > 0) year.open = true;
  }
  updateOutline();
}

/** Hides the outline entries of headings that aren't visible on the page. */
function updateOutline(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(":is(.outline, .outline-menu) a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const isHidden = Boolean(heading?.closest(":is(.update, .update-year)[hidden], .view:not(.active)"));
    link.parentElement?.classList.toggle("in-other-view", isHidden);
  }
}
