import { closest } from "./page.ts";

// Shows types in `twoslash` code blocks, for the name that is hovered, tapped or focused.
if (document.querySelector(".typed")) showTypes();

function showTypes(): void {
  const tip = document.createElement("div");
  tip.className = "type-tip";
  tip.id = "type-tip";
  tip.role = "tooltip";
  tip.hidden = true;
  document.body.append(tip);
  let shown: HTMLElement | undefined;

  const show = (name: HTMLElement) => {
    shown = name;
    tip.textContent = name.dataset.type ?? "";
    tip.hidden = false;
    name.setAttribute("aria-describedby", tip.id);
    const { left, top, bottom } = name.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tip;
    const isBelow = top < offsetHeight + gap;
    tip.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - offsetWidth - gap))}px`;
    tip.style.top = `${isBelow ? bottom + gap : top - offsetHeight - gap}px`;
  };
  const hide = () => {
    shown = undefined;
    tip.hidden = true;
  };

  document.addEventListener("pointerover", ({ target }) => {
    const name = closest(target, ".typed");
    if (name) show(name);
    else if (!closest(target, ".type-tip")) hide();
  });
  document.addEventListener("focusin", ({ target }) => {
    const name = closest(target, ".typed");
    if (name?.matches(":focus")) show(name);
    else hide();
  });
  const follow = () => (shown?.matches(":hover, :focus") ? show(shown) : hide());
  addEventListener("scroll", follow, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => {
    const name = closest(event.target, ".typed");
    if (event.key === "Escape") hide();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!name || !step) return;
    // A code block is a single tab stop, and the arrow keys move between its names.
    const names = [...(name.closest("code")?.querySelectorAll<HTMLElement>(".typed") ?? [])];
    const next = names[names.indexOf(name) + step];
    if (!next) return;
    event.preventDefault();
    name.tabIndex = -1;
    next.tabIndex = 0;
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
    next.focus({ preventScroll: true });
  });
}

const gap = 6;
