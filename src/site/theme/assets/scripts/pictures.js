// A picture that is drawn smaller than it is grows on a click, unless its author or a link around it says otherwise.
{
  const pictures = ".prose img:not(.icon, .card-image, [data-zoom])";
  const shownMin = 120;
  // A page in another language than English brings its words along.
  const enlargeWord = document.querySelector(".article")?.dataset.enlarge ?? "Enlarge: {name}";

  function canZoom(image) {
    return image.width >= shownMin && image.naturalWidth > image.width * 1.1 && !image.closest("a, button");
  }

  function prepare(image) {
    if (!canZoom(image)) return;
    image.classList.add("can-zoom");
    image.tabIndex = 0;
    image.role = "button";
    image.setAttribute("aria-label", enlargeWord.replace("{name}", () => image.alt).replace(/[\s:：]+$/, ""));
  }

  for (const image of document.querySelectorAll(pictures)) {
    if (image.complete) prepare(image);
    else image.addEventListener("load", () => prepare(image), { once: true });
  }

  function enlarge(image) {
    const dialog = document.createElement("dialog");
    const large = new Image();
    large.src = image.currentSrc || image.src;
    large.alt = image.alt;
    dialog.className = "zoom";
    dialog.setAttribute("aria-label", image.alt || image.getAttribute("aria-label"));
    dialog.append(large);
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.matches(".can-zoom")) enlarge(target);
  });
  document.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || !event.target.matches?.(".can-zoom")) return;
    event.preventDefault();
    enlarge(event.target);
  });

  // Buttons that copy or save a picture.
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-picture]") : undefined;
    const image = button?.closest(".picture")?.querySelector("img");
    if (!image) return;
    if (button.dataset.picture === "download") {
      const link = document.createElement("a");
      link.href = image.src;
      link.download = "";
      link.click();
      return;
    }
    // Clipboards take PNG only, so any other kind is drawn once.
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    const png = new Promise((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 1600);
  });
}
