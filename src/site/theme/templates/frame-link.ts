import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { frameIcon } from "./own-icons.ts";
import type { FrameLink } from "./site-frame.ts";

/** A link of the frame. Its URL was validated when the settings were read. */
export function anchorLink(link: FrameLink, className?: string): SafeHtml {
  const { href, label, icon, isIconOnly } = link;
  const name = isIconOnly === true && icon !== undefined;
  return html`<a href="${href}"${className !== undefined && html` class="${className}"`}${link.current === true && html` aria-current="true"`}${name && html` aria-label="${label}"`}${isExternalUrl(href) && html` rel="noopener"`}>${frameIcon(icon)}${!name && label}${tag(link.tag)}</a>`;
}

export function tag(text: string | undefined): SafeHtml | false {
  return text !== undefined && html` <span class="tag">${text}</span>`;
}

/** A menu entry: icon, name and description. */
export function menuLink(link: FrameLink, href: string = link.href): SafeHtml {
  const { label, description, language } = link;
  return html`<a href="${href}"${language !== undefined && html` lang="${language}" hreflang="${language}"`}${link.current === true && html` aria-current="true"`}>${frameIcon(link.icon)}<span>${label}${tag(link.tag)}${description !== undefined && html`<small>${description}</small>`}</span></a>`;
}
