import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import { isExternalUrl } from "../../ground/html/safe-url.ts";
import { frameIcon } from "./own-icons.ts";
import type { FrameLink } from "./site-frame.ts";

/** A link of the frame. Its address was checked when the settings were read. */
export function anchorLink(link: FrameLink, className?: string): SafeHtml {
  const { href, label, icon, isIconOnly } = link;
  const name = isIconOnly === true && icon !== undefined;
  return html`<a href="${href}"${className !== undefined && html` class="${className}"`}${link.current === true && html` aria-current="true"`}${name && html` aria-label="${label}"`}${isExternalUrl(href) && html` rel="noopener"`}>${frameIcon(icon)}${!name && label}${tag(link.tag)}</a>`;
}

export function tag(text: string | undefined): SafeHtml | false {
  return text !== undefined && html` <span class="tag">${text}</span>`;
}
