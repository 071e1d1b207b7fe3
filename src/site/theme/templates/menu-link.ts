import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import { tag } from "./anchor-link.ts";
import { frameIcon } from "./own-icons.ts";
import type { FrameLink } from "./site-frame.ts";

/** An entry of a menu: an icon, a name, and what it is about. */
export function menuLink(link: FrameLink, href: string = link.href): SafeHtml {
  const { label, description, language } = link;
  return html`<a href="${href}"${language !== undefined && html` lang="${language}" hreflang="${language}"`}${link.current === true && html` aria-current="true"`}>${frameIcon(link.icon)}<span>${label}${tag(link.tag)}${description !== undefined && html`<small>${description}</small>`}</span></a>`;
}
