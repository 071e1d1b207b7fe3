import { closest } from "./page.ts";

// Marks the current heading in “On this page”.
const links = new Map<string, HTMLAnchorElement>();
for (const link of document.querySelectorAll<HTMLAnchorElement>(".outline nav a")) {
  links.set(decodeURIComponent(link.hash.slice(1)), link);
}
const outline = document.querySelector(".outline");
let marked: Element | undefined;

if (outline && links.size > 0) {
  let isWaiting = false;
  // The heading of a clicked link is current, even if the page is too short to scroll to it.
  let clicked: Element | undefined;
  outline.addEventListener("click", ({ target }) => {
    clicked = closest(target, "nav a");
    if (clicked) mark(clicked, outline);
  });
  addEventListener(
    "scroll",
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        if (clicked) clicked = undefined;
        else markCurrent(outline);
      });
    },
    { passive: true },
  );
  markCurrent(outline);
}

function markCurrent(box: Element): void {
  const line = readingLine();
  let current = links.values().next().value;
  for (const [id, link] of links) {
    const heading = document.getElementById(id);
    if (heading?.offsetParent && heading.getBoundingClientRect().top < line) current = link;
  }
  if (current) mark(current, box);
}

function mark(link: Element, box: Element): void {
  if (link === marked) return;
  marked?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  marked = link;
  // Scrolls only the outline, to keep the current link visible without moving the page.
  const { top, bottom } = link.getBoundingClientRect();
  const { top: boxTop, bottom: boxBottom, height } = box.getBoundingClientRect();
  if (top < boxTop || bottom > boxBottom) box.scrollTop += top - boxTop - height / 3;
}

/**
 * The last heading above this line is current. Near the end of a page the line moves down, so that the headings of
 * short last sections can be current too.
 */
function readingLine(): number {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
  const whole = document.documentElement.scrollHeight - innerHeight;
  const last = Math.min(whole, innerHeight / 2);
  const share = last > 0 ? (scrollY - whole + last) / last : 0;
  return top + Math.max(0, share) * (innerHeight - top);
}
