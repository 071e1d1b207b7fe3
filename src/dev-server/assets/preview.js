// Runs in every page of a preview: loads newer versions of the page and shows the errors of the last build on top.
(() => {
  const own = document.currentScript;
  const addressed = own.src.replace(/[^/]*$/, "");
  const shown = own.dataset.revision;
  let isFirst = true;

  const events = new EventSource(`${addressed}events`);
  events.addEventListener("message", (event) => {
    const { revision, changed, errors } = JSON.parse(event.data);
    // The page is older than this connection, so we don't know what has changed since.
    const isOld = isFirst && revision !== shown;
    const isNewer = !isFirst && concernsThisPage(changed);
    isFirst = false;
    if (isOld || isNewer) location.reload();
    else showErrors(errors);
  });
  // A page in the back-forward cache would keep its connection, and browsers allow only a few per site.
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  function concernsThisPage(changed) {
    if (changed === "all") return true;
    const path = decodeURI(location.pathname).replace(/(?<=.)\/+$/, "");
    return changed.includes(path) || changed.includes(`${path}/index`.replace("//", "/"));
  }

  function showErrors(errors) {
    document.getElementById("preview-errors")?.remove();
    if (errors.length === 0) return;
    const box = document.createElement("section");
    box.id = "preview-errors";
    box.setAttribute("role", "alert");
    const title = document.createElement("h2");
    title.textContent = errors.length === 1 ? "There is an error" : `There are ${errors.length} errors`;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => box.remove());
    const list = document.createElement("ul");
    for (const error of errors) {
      const item = document.createElement("li");
      item.textContent = error;
      list.append(item);
    }
    box.append(title, close, list);
    document.body.append(box);
  }
})();
