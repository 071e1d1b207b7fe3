import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import type { IconLibrary } from "../../source/config/icon.ts";
import type { FrameIcon } from "./site-frame.ts";

/** The icons of built-in controls: the library, and the icon's name in it. */
export const ownIcons = {
  menu: ["lucide", "menu"],
  close: ["lucide", "x"],
  search: ["lucide", "search"],
  thumbUp: ["lucide", "thumbs-up"],
  thumbDown: ["lucide", "thumbs-down"],
  sun: ["lucide", "sun"],
  moon: ["lucide", "moon"],
  down: ["lucide", "chevron-down"],
  choose: ["lucide", "chevrons-up-down"],
  previous: ["lucide", "arrow-left"],
  next: ["lucide", "arrow-right"],
  outside: ["lucide", "arrow-up-right"],
  language: ["lucide", "languages"],
  copy: ["lucide", "copy"],
  check: ["lucide", "check"],
  text: ["lucide", "file-text"],
  edit: ["lucide", "square-pen"],
  issue: ["lucide", "circle-dot"],
  print: ["lucide", "printer"],
  download: ["lucide", "download"],
  feed: ["lucide", "rss"],
  outline: ["lucide", "text-align-start"],
  sparkles: ["lucide", "sparkles"],
  openai: ["fontawesome", "openai"],
  claude: ["fontawesome", "claude"],
} as const satisfies Record<string, readonly [IconLibrary, string]>;

export type OwnIconName = keyof typeof ownIcons;

/** An `<i>` that the stylesheet fills with the icon. */
export function ownIcon(name: OwnIconName): SafeHtml {
  return html`<i class="o-${name}"></i>`;
}

export function frameIcon(icon: FrameIcon | undefined): SafeHtml | false {
  if (icon === undefined) return false;
  return "src" in icon
    ? html`<img class="i-image" src="${icon.src}" alt="" width="16" height="16">`
    : html`<i class="${icon.className}"></i>`;
}
