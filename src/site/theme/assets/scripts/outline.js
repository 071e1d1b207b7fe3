// Marks the heading that is read in “On this page”.
{
  const links = new Map();
  for (const link of document.querySelectorAll(".outline nav a")) {
    links.set(decodeURIComponent(link.hash.slice(1)), link);
  }
  const outline = document.querySelector(".outline");
  let marked;

  function mark(link) {
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
    if (!link) return;
    // The outline has its own scroll; the mark must stay in sight without moving the page.
    const { top, bottom } = link.getBoundingClientRect();
    const box = outline.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) outline.scrollTop += top - box.top - box.height / 3;
  }

  // The line that a heading has to pass. On the last half screen of a page it wanders down, so that short last sections get
  // their turn too.
  function readingLine() {
    const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
    const whole = document.documentElement.scrollHeight - innerHeight;
    const last = Math.min(whole, innerHeight / 2);
    const share = last > 0 ? (scrollY - whole + last) / last : 0;
    return top + Math.max(0, share) * (innerHeight - top);
  }

  function markRead() {
    const line = readingLine();
    let current = links.values().next().value;
    for (const [id, link] of links) {
      const heading = document.getElementById(id);
      if (heading?.offsetParent && heading.getBoundingClientRect().top < line) current = link;
    }
    mark(current);
  }

  if (links.size > 0) {
    let isWaiting = false;
    // A click has said which heading is read, even if the page is too short to scroll to it.
    let clicked;
    outline.addEventListener("click", ({ target }) => {
      clicked = target.closest("nav a") ?? undefined;
      if (clicked) mark(clicked);
    });
    addEventListener(
      "scroll",
      () => {
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          if (clicked) clicked = undefined;
          else markRead();
        });
      },
      { passive: true },
    );
    markRead();
  }
}
