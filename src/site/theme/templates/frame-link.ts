import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { signInPath, signOutPath } from "../../shared/reader-groups.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import { frameIcon } from "./own-icons.ts";
import type { FrameLink, PageView } from "./site-frame.ts";

/** A link of the frame. Its URL was validated when the settings were read. */
export function anchorLink(link: FrameLink, className?: string): SafeHtml {
  const { href, label, icon, isIconOnly } = link;
  const name = isIconOnly === true && icon !== undefined;
  return html`<a href="${href}"${className !== undefined && html` class="${className}"`}${link.current === true && html` aria-current="true"`}${name && html` aria-label="${label}"`}${isExternalUrl(href) && html` rel="noopener"`}>${frameIcon(icon)}${!name && label}${tag(link.tag)}</a>`;
}

/** The link to sign in or out, on sites with readers. The sign-in page leads back to the page that linked to it. */
export function signInLink({ site, language }: Pick<PageView, "site" | "language">): SafeHtml | undefined {
  if (site.isSignedIn === undefined) return undefined;
  const { signIn, signOut } = findTranslations(language).signIn;
  return site.isSignedIn
    ? anchorLink({ href: signOutPath, label: signOut }, "logout-link")
    : anchorLink({ href: signInPath, label: signIn }, "login-link");
}

export function tag(text: string | undefined): SafeHtml | false {
  return text !== undefined && html` <span class="tag">${text}</span>`;
}

/** A menu entry: icon, name and description. */
export function menuLink(link: FrameLink, href: string = link.href): SafeHtml {
  const { label, description, language } = link;
  return html`<a href="${href}"${language !== undefined && html` lang="${language}" hreflang="${language}"`}${link.current === true && html` aria-current="true"`}>${frameIcon(link.icon)}<span>${label}${tag(link.tag)}${description !== undefined && html`<small>${description}</small>`}</span></a>`;
}
