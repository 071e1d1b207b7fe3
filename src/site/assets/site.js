// What readers load on every page: theme, tabs, copy, the outline that follows. Everything works, more plainly, without it.
const root = document.documentElement;

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : undefined;
  if (target?.closest("[data-theme-switch]")) switchTheme();
  const copyButton = target?.closest("[data-copy]");
  if (copyButton) copyCode(copyButton);
  const tab = target?.closest("[data-tab]");
  if (tab) selectTab(tab);
  // A switcher is a <details>; a click elsewhere closes it, as a reader expects of a menu.
  for (const open of document.querySelectorAll(".switcher[open]")) if (!open.contains(target)) open.open = false;
});

function switchTheme() {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Storage can be switched off; the choice then lasts for this page.
  }
}

async function copyCode(button) {
  const box = button.closest(".code, .code-group");
  const code = box?.querySelector(".tab-panel.active code") ?? box?.querySelector("code");
  if (!code) return;
  await navigator.clipboard.writeText(code.textContent ?? "");
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1600);
}

function selectTab(tab) {
  activate(tab);
  const set = tab.closest("[data-tabs]");
  if (set?.dataset.tabs !== "synced") return;
  // Equal titles switch together over the page. The tab that was clicked must not move under the pointer.
  const before = tab.getBoundingClientRect().top;
  for (const other of document.querySelectorAll('[data-tabs="synced"] [data-tab]')) {
    if (other !== tab && other.dataset.tab === tab.dataset.tab) activate(other);
  }
  scrollBy(0, tab.getBoundingClientRect().top - before);
}

function activate(tab) {
  const set = tab.closest("[data-tabs]");
  for (const sibling of tab.parentElement?.children ?? []) {
    const isActive = sibling === tab;
    sibling.setAttribute("aria-selected", String(isActive));
    sibling.tabIndex = isActive ? 0 : -1;
  }
  for (const panel of set?.querySelectorAll(":scope > .tab-panel") ?? []) {
    panel.classList.toggle("active", panel.id === tab.getAttribute("aria-controls"));
  }
}

document.addEventListener("keydown", (event) => {
  const tab = event.target instanceof Element ? event.target.closest("[data-tab]") : undefined;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!tab || !step) return;
  const tabs = [...(tab.parentElement?.children ?? [])];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  next?.focus();
  if (next) selectTab(next);
});

// A link to something inside a closed accordion or a hidden tab opens it.
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let box = target; box; box = box.parentElement) {
    if (box.tagName === "DETAILS") box.open = true;
    if (box.classList.contains("tab-panel") && !box.classList.contains("active")) {
      const tab = document.getElementById(box.getAttribute("aria-labelledby") ?? "");
      if (tab) activate(tab);
    }
  }
  target.scrollIntoView();
}
addEventListener("hashchange", revealTarget);
if (location.hash) revealTarget();

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

// The sidebar has its own scroll; the current page should be in sight, without moving the page itself.
const sidebar = document.getElementById("sidebar");
const currentPage = sidebar?.querySelector('[aria-current="page"]');
if (sidebar && currentPage) {
  const distance = currentPage.getBoundingClientRect().top - sidebar.getBoundingClientRect().top;
  if (distance > sidebar.clientHeight * 0.8) sidebar.scrollTop = distance - sidebar.clientHeight / 2;
}
