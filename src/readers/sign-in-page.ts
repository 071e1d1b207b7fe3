import { hash } from "node:crypto";
import type { ReaderMethod } from "../projects/access/access.ts";
import { html, ownHtml } from "../site/serving.ts";
import { readerPath, signInAddress, signOutPath } from "./reader-paths.ts";

/** A page for readers who sign in. It loads nothing, because the site's own files are private. */
export interface Page {
  status: number;
  policy: string;
  body: string;
}

export interface SignInChoice {
  method: ReaderMethod;
  /** The label of the button, for methods that lead to another website. */
  label: string;
}

const styles = ownHtml(`:root{color-scheme:light dark;--line:#8885;--soft:#8881}*{box-sizing:border-box}
body{min-height:100dvh;margin:0;display:grid;place-items:center;padding:24px;font:16px/1.6 system-ui,sans-serif}
main{width:100%;max-width:22rem}h1{margin:0 0 4px;font-size:1.375rem;line-height:1.3;overflow-wrap:anywhere}p{margin:0 0 20px;opacity:.75}
form,a.choice{margin:0 0 12px}label{display:block;margin-bottom:6px;font-weight:500}
input,button,a.choice{display:block;width:100%;min-height:44px;padding:9px 14px;border:1px solid var(--line);border-radius:8px;font:inherit;color:inherit;background:transparent;text-align:center;text-decoration:none}
input{margin-bottom:10px;text-align:start}button,a.choice{cursor:pointer;background:var(--soft);font-weight:500}button:hover,a.choice:hover{border-color:currentColor}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}hr{margin:20px 0 8px;border:0;border-top:1px solid var(--line)}
.problem{padding:10px 14px;border:1px solid #d337;border-radius:8px;background:#d331;opacity:1}a.small{display:inline-block;padding:8px 0;color:inherit;font-size:.875rem}`);

// The token is in the address's fragment, which browsers never send, so it isn't logged or cached on the way.
const script =
  'const form=document.forms[0],token=location.hash.slice(1);history.replaceState(null,"",location.pathname+location.search);form.token.value=token;if(token&&form.dataset.auto!==undefined)form.submit()';
const scriptSource = `'sha256-${hash("sha256", script, "base64")}'`;

/** Messages for the reasons that the address of the sign-in page can have. */
const problems = new Map([
  ["expired", "This sign-in has expired or was already used. Please try again."],
  ["failed", "The sign-in didn’t work. Please try again."],
  ["not_member", "Your account isn’t a member of this site’s organization."],
  ["unavailable", "The sign-in service doesn’t answer at the moment. Try again later."],
  ["refused", "Your account may not read this site."],
]);

export function problemText(reason: unknown): string | undefined {
  return typeof reason === "string" ? problems.get(reason) : undefined;
}

/** The site that a page belongs to. */
export interface PageSite {
  name: string;
  /** Hex codes; a light one for dark pages. */
  colors: { primary: string; light?: string } | undefined;
}

interface SignInRequest {
  site: PageSite;
  choices: readonly SignInChoice[];
  redirect: string;
  problem?: string | undefined;
  /** Shown instead of the choices. */
  notice?: string;
  status?: number;
}

export function signInPage({ site, choices, redirect, problem, notice, status = 200 }: SignInRequest): Page {
  const [main, small] = [choices.filter(({ method }) => method !== "members"), choices.filter(isMembers)];
  const shown = main.length === 0 ? small : main;
  const body = html`<h1>${site.name}</h1>
<p>${notice ?? (choices.length === 0 ? "There is currently no way to sign in to this site." : "Sign in to read this site.")}</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${notice === undefined && shown.map((choice) => choiceOf(choice, redirect))}
${notice !== undefined && html`<a class="small" href="${signInAddress(redirect)}">Use another address</a>`}
${notice === undefined && main.length > 0 && small.map((choice) => html`<hr><a class="small" href="${startAddress(choice, redirect)}">${choice.label}</a>`)}`;
  return page(site, `Sign in – ${site.name}`, body.markup, { status });
}

const isMembers = ({ method }: SignInChoice) => method === "members";

function choiceOf(choice: SignInChoice, redirect: string) {
  const target = html`<input type="hidden" name="redirect" value="${redirect}">`;
  if (choice.method === "password") {
    return html`<form method="post" action="${readerPath}/password"><label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="128" autocomplete="current-password" autofocus>${target}<button>Continue</button></form>`;
  }
  if (choice.method === "mail") {
    return html`<form method="post" action="${readerPath}/mail"><label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">${target}<button>Send me a link</button></form>`;
  }
  return html`<a class="choice" href="${startAddress(choice, redirect)}">${choice.label}</a>`;
}

function startAddress({ method }: SignInChoice, redirect: string): string {
  return `${readerPath}/start?${new URLSearchParams({ method, redirect })}`;
}

interface TokenRequest {
  site: PageSite;
  /** Where the token is sent. */
  action: string;
  redirect: string;
  text: string;
  button: string;
  /** Whether the page sends the token by itself. */
  isAutomatic: boolean;
}

/** Sends the token in the address's fragment in the body of a request. */
export function tokenPage({ site, action, redirect, text, button, isAutomatic }: TokenRequest): Page {
  const body = html`<h1>${site.name}</h1><p>${text}</p>
<form method="post" action="${action}"${isAutomatic && ownHtml(" data-auto")}><input type="hidden" name="token"><input type="hidden" name="redirect" value="${redirect}"><button>${button}</button></form>
<script>${ownHtml(script)}</script>`;
  return page(site, site.name, body.markup, { scripts: ` script-src ${scriptSource};` });
}

export function signOutPage(site: PageSite): Page {
  const body = html`<h1>${site.name}</h1><p>Sign out of this site on this device?</p>
<form method="post" action="${signOutPath}"><button>Sign out</button></form><a class="small" href="/">Back</a>`;
  return page(site, `Sign out – ${site.name}`, body.markup);
}

function page(
  { colors }: PageSite,
  title: string,
  body: string,
  { status = 200, scripts = "" }: { status?: number; scripts?: string } = {},
): Page {
  return {
    status,
    policy: `default-src 'none'; style-src 'unsafe-inline';${scripts} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    body: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${styles}${ownHtml(accentStyles(colors))}</style></head>
<body><main>
${ownHtml(body)}
</main></body>
</html>
`.markup,
  };
}

const hexColor = /^#[0-9a-f]{6}$/i;

/** The site's own color on the main button, with the text color that is readable on it. */
function accentStyles(colors: PageSite["colors"]): string {
  const { primary = "", light = primary } = colors ?? {};
  if (!hexColor.test(primary) || !hexColor.test(light)) return "";
  const rule = (color: string) => `button{background:${color};border-color:${color};color:${textOn(color)}}`;
  return `${rule(primary)}@media(prefers-color-scheme:dark){${rule(light)}}`;
}

/** Black or white, by the relative luminance of the color (WCAG 2). */
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
