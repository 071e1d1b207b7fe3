import { closest, copiedMilliseconds, pageWords } from "./page.ts";

// A click enlarges a picture that is shown smaller than its size, unless the picture is a link or its author disables
// zooming.
const shownWidthMin = 120;

for (const image of document.querySelectorAll<HTMLImageElement>(".prose img:not(.icon, .card-image, [data-zoom])")) {
  if (image.complete) makeZoomable(image);
  else image.addEventListener("load", () => makeZoomable(image), { once: true });
}

document.addEventListener("click", ({ target }) => {
  if (target instanceof HTMLImageElement && target.matches(".can-zoom")) enlarge(target);
});
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!["Enter", " "].includes(key) || !(target instanceof HTMLImageElement && target.matches(".can-zoom"))) return;
  event.preventDefault();
  enlarge(target);
});

// The buttons that copy or download a picture.
document.addEventListener("click", async ({ target }) => {
  const button = closest(target, "[data-picture]");
  const image = button?.closest(".picture")?.querySelector("img");
  if (!button || !image) return;
  if (button.dataset.picture === "download") {
    const link = document.createElement("a");
    link.href = image.src;
    link.download = "";
    link.click();
    return;
  }
  await navigator.clipboard.write([new ClipboardItem({ "image/png": drawPng(image) })]);
  button.classList.add("copied");
  setTimeout(() => button.classList.remove("copied"), copiedMilliseconds);
});

function makeZoomable(image: HTMLImageElement): void {
  const isShrunk = image.width >= shownWidthMin && image.naturalWidth > image.width * 1.1;
  if (!isShrunk || image.closest("a, button")) return;
  image.classList.add("can-zoom");
  image.tabIndex = 0;
  image.role = "button";
  const label = (pageWords.enlarge ?? "Enlarge: {name}").replace("{name}", () => image.alt);
  image.setAttribute("aria-label", label.replace(/(?<![\s:：])[\s:：]+$/, ""));
}

function enlarge(image: HTMLImageElement): void {
  const dialog = document.createElement("dialog");
  const large = new Image();
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  dialog.className = "zoom";
  dialog.setAttribute("aria-label", image.alt || (image.getAttribute("aria-label") ?? ""));
  dialog.append(large);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Converts the image to PNG, the only image format that clipboards accept. */
function drawPng(image: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("The image can't be copied."))), "image/png");
  });
}
