// Marks the heading that is read in “On this page”.
{
  const outlineLinks = new Map();
  for (const link of document.querySelectorAll(".outline a")) {
    outlineLinks.set(decodeURIComponent(link.hash.slice(1)), link);
  }

  function markOutline() {
    let current;
    for (const [id, link] of outlineLinks) {
      const heading = document.getElementById(id);
      link.removeAttribute("aria-current");
      if (heading?.offsetParent && heading.getBoundingClientRect().top < 140) current = link;
    }
    const marked = current ?? outlineLinks.values().next().value;
    marked?.setAttribute("aria-current", "true");
  }
  if (outlineLinks.size > 0) {
    let isWaiting = false;
    addEventListener(
      "scroll",
      () => {
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          markOutline();
        });
      },
      { passive: true },
    );
    markOutline();
  }
}
