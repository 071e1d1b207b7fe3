import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { createStore } from "../ui/store.ts";
import { usePlace } from "./current-project.ts";
import { projectPages } from "./project-pages.ts";

const storageKey = "lectern-shortcuts";
const setting = createStore(localStorage.getItem(storageKey) !== "off");
const sequenceMilliseconds = 1_500;

/** Listens for ⌘K and, on pages where people don't write, for single-key shortcuts, unless these are turned off. */
export function useShortcuts({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }): void {
  const go = useGo();
  const isGoing = useRef(0);
  const lastFocused = useRef<EventTarget>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.defaultPrevented) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (
      !setting.get() ||
      isTyping(event, lastFocused.current) ||
      event.metaKey ||
      event.ctrlKey ||
      event.altKey ||
      event.repeat
    ) {
      return;
    }
    const isSecond = event.timeStamp - isGoing.current < sequenceMilliseconds && isGoing.current > 0;
    isGoing.current = !isSecond && event.key === "g" ? event.timeStamp : 0;
    if (isSecond ? go.toPage(event.key) : press(event.key)) {
      event.preventDefault();
    }
  });

  /** Returns whether the key was handled. */
  function press(key: string): boolean {
    switch (key) {
      case "?":
        onSheet();
        return true;
      case "/":
        onPalette();
        return true;
      case "c":
        return go.toNewJob();
      case "n":
        return go.toNew();
      case "j":
        return moveInList(1);
      case "k":
        return moveInList(-1);
      case "Escape":
        return go.back();
      default:
        return false;
    }
  }

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    document.addEventListener("focusin", ({ target }) => (lastFocused.current = target), { signal });
    document.addEventListener("pointerdown", () => (lastFocused.current = null), { signal, capture: true });
    return () => listening.abort();
  }, []);
}

/** Text fields, open dialogs and menus, and the editor keep their keys. */
function isTyping({ target, isComposing, defaultPrevented }: KeyboardEvent, lastFocused: EventTarget | null): boolean {
  const isOpen = document.querySelector("dialog[open], [role=menu], [data-writing]") !== null;
  return isComposing || defaultPrevented || isField(target) || isLostField(lastFocused) || isOpen;
}

/** If a field disappears or is disabled while someone types in it, the next keys go to the page. */
function isLostField(lastFocused: EventTarget | null): boolean {
  return (
    isField(lastFocused) &&
    lastFocused instanceof Element &&
    (!lastFocused.isConnected || lastFocused.matches(":disabled"))
  );
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** The targets of shortcuts on the current page. Each function returns whether it had a target. */
function useGo() {
  const navigate = useNavigate();
  const { may } = usePlace();
  const { organization, domain, updateId, jobId, number } = useParams({ strict: false });
  const to = (path: string) => {
    void navigate({ href: `/dashboard/${organization}${path}` });
    return true;
  };
  const project = domain === undefined ? undefined : `/${domain}`;
  const item = { updates: updateId, jobs: jobId, pulls: number };
  return {
    toPage(key: string): boolean {
      if (organization === undefined) return false;
      if (key === "p") return to("");
      const page = projectPages.find((candidate) => candidate.key === key && may(candidate.needs));
      return page !== undefined && project !== undefined && to(page.to.replace("/$organization/$domain", project));
    },
    toNewJob: () => project !== undefined && may("editor") && to(`${project}/jobs/new`),
    /** Opens the form for a new item of the current list. */
    toNew(): boolean {
      const list = window.location.pathname.split("/").slice(3).join("/");
      if (list === "") return may("admin") && to("/-/new");
      if (list === "-/settings") return may("admin") && to("/-/settings?tab=members#invite");
      if (list === `${domain}/jobs`) return may("editor") && to(`/${list}/new`);
      return list === `${domain}/keys` && may("admin") && to(`/${list}#create`);
    },
    back(): boolean {
      const list = Object.entries(item).find(([, id]) => id !== undefined)?.[0];
      return list !== undefined && to(`${project}/${list}`);
    },
  };
}

/** The links in the rows of a list. `data-item` marks lists that aren't tables. */
const itemSelector = "#content tbody tr a[href], #content [data-item] a[href]";

/** Focuses the next or previous item, so that Enter opens it. Returns whether such an item exists. */
function moveInList(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>(itemSelector)].filter(isFirstOfItem);
  const current = items.findIndex((item) => itemOf(item)?.contains(document.activeElement));
  const next = items[current === -1 ? (step === 1 ? 0 : items.length - 1) : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

function isFirstOfItem(link: HTMLElement): boolean {
  return itemOf(link)?.querySelector("a[href]") === link;
}

function itemOf(link: HTMLElement): Element | null {
  return link.closest("tr, [data-item]");
}

/** Whether single-key shortcuts are on. People who dictate or use switches turn them off (WCAG 2.1.4). */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  return [setting.use(), setShortcuts];
}

function setShortcuts(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  setting.set(isOn);
}
