import { html, type SafeHtml, sanitisedHtml } from "../html/html-template.ts";

/** The drawings of the frame, after Lucide (ISC). */
const drawings = {
  menu: '<path d="M4 6h16M4 12h16M4 18h16"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/>',
  moon: '<path d="M20.9 13.5A9 9 0 1 1 10.5 3.1a7 7 0 0 0 10.4 10.4Z"/>',
};

export function layoutIcon(name: keyof typeof drawings): SafeHtml {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${sanitisedHtml(drawings[name])}</svg>`;
}
