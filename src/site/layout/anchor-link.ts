import { html, type SafeHtml } from "../html/html-template.ts";
import { isExternalUrl } from "../html/safe-url.ts";
import type { FrameLink } from "./site-frame.ts";

/** A link of the frame. Its address was checked when the settings were read. */
export function anchorLink(link: FrameLink, className?: string): SafeHtml {
  return html`<a href="${link.href}"${className !== undefined && html` class="${className}"`}${link.current === true && html` aria-current="true"`}${isExternalUrl(link.href) && html` rel="noopener"`}>${link.label}${link.tag !== undefined && html` <span class="tag">${link.tag}</span>`}</a>`;
}
