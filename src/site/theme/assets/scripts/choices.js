// Views of a page and tags of a changelog: what a reader chooses, and an outline that follows.
{
  const chosenTags = new Set(
    (new URLSearchParams(location.search).get("tags") ?? "").split(",").filter((tag) => tag !== ""),
  );
  const filters = document.querySelectorAll("[data-filter]");
  const updates = document.querySelectorAll(".update");

  function applyTags() {
    for (const button of filters) button.setAttribute("aria-pressed", String(chosenTags.has(button.dataset.filter)));
    for (const update of updates) {
      const tags = (update.dataset.tags ?? "").split(" ");
      update.hidden = ![...chosenTags].every((tag) => tags.includes(tag));
    }
    followOutline();
  }

  for (const button of filters) {
    button.addEventListener("click", () => {
      const tag = button.dataset.filter;
      if (!chosenTags.delete(tag)) chosenTags.add(tag);
      const address = new URL(location.href);
      if (chosenTags.size > 0) address.searchParams.set("tags", [...chosenTags].join(","));
      else address.searchParams.delete("tags");
      history.replaceState(history.state, "", String(address).replaceAll("%2C", ","));
      applyTags();
    });
  }
  if (filters.length > 0 && chosenTags.size > 0) applyTags();

  const choices = document.querySelectorAll(".view-switch [data-view]");
  function chooseView(name) {
    for (const button of choices) button.setAttribute("aria-pressed", String(button.dataset.view === name));
    for (const view of document.querySelectorAll(".view")) view.classList.toggle("active", view.dataset.view === name);
    followOutline();
  }
  for (const button of choices) {
    button.addEventListener("click", () => {
      chooseView(button.dataset.view);
      const address = new URL(location.href);
      address.searchParams.set("view", button.dataset.view);
      history.replaceState(history.state, "", address);
    });
  }
  const asked = new URLSearchParams(location.search).get("view");
  if ([...choices].some((button) => button.dataset.view === asked)) chooseView(asked);
  document.addEventListener("choose-view", ({ target }) => {
    if (!target.classList.contains("active")) chooseView(target.dataset.view);
  });

  // The outline lists only what can be read now.
  function followOutline() {
    for (const link of document.querySelectorAll(":is(.outline, .outline-disclosure) a")) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      const isAway = heading?.closest(".update[hidden], .view:not(.active)");
      link.parentElement.classList.toggle("in-other-view", Boolean(isAway));
    }
  }
}
