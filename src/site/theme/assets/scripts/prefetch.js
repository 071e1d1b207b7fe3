// A page that a reader points at is fetched before the click.
{
  const fetched = new Set([location.pathname]);

  function prefetch({ target }) {
    const link = target instanceof Element ? target.closest("a[href]") : undefined;
    if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
    if (/\.\w+$/.test(link.pathname) || link.hasAttribute("download")) return;
    if (navigator.connection?.saveData) return;
    fetched.add(link.pathname);
    const hint = document.createElement("link");
    hint.rel = "prefetch";
    hint.href = link.pathname;
    document.head.append(hint);
  }

  for (const event of ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(event, prefetch, { passive: true });
  }
}
