import { hash } from "node:crypto";
import type { ReaderMethod } from "../projects/access/access.ts";
import { fillWord, findTranslations, html, htmlLanguage, ownHtml } from "../site/serving.ts";
import { signInAddress, signInPath, signOutPath } from "./reader-paths.ts";

/** A page for readers who sign in. It loads nothing, because the site's own files are private. */
export interface Page {
  status: number;
  policy: string;
  body: string;
}

export interface SignInChoice {
  method: ReaderMethod;
  /** The name of the other website, for methods that lead to one. */
  name: string;
}

const styles = ownHtml(`:root{color-scheme:light dark;--line:#8885;--soft:#8881}*{box-sizing:border-box}
body{min-height:100dvh;margin:0;display:grid;place-items:center;padding:24px;font:16px/1.6 system-ui,sans-serif}
main{width:100%;max-width:22rem}h1{margin:0 0 4px;font-size:1.375rem;line-height:1.3;overflow-wrap:anywhere}h1 img{display:block;max-width:100%;max-height:40px;margin-bottom:12px}p{margin:0 0 20px;opacity:.75}
form,a.choice{margin:0 0 12px}label{display:block;margin-bottom:6px;font-weight:500}
input,button,a.choice{display:block;width:100%;min-height:44px;padding:9px 14px;border:1px solid var(--line);border-radius:8px;font:inherit;color:inherit;background:transparent;text-align:center;text-decoration:none}
input{margin-bottom:10px;text-align:start}button,a.choice{cursor:pointer;background:var(--soft);font-weight:500}button:hover,a.choice:hover{border-color:currentColor}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}hr{margin:20px 0 8px;border:0;border-top:1px solid var(--line)}
.problem{padding:10px 14px;border:1px solid #d337;border-radius:8px;background:#d331;opacity:1}a.small{display:inline-block;padding:8px 0;color:inherit;font-size:.875rem}`);

// The token is in the address's fragment, which browsers never send, so it isn't logged or cached on the way.
const script =
  'const form=document.forms[0],token=location.hash.slice(1);history.replaceState(null,"",location.pathname+location.search);form.token.value=token;if(token&&form.dataset.auto!==undefined)form.submit()';
const scriptSource = `'sha256-${hash("sha256", script, "base64")}'`;

export type SignInWords = ReturnType<typeof findTranslations>["signIn"];

/** The texts of the pages in the language of the site. */
export function signInWords({ language }: Pick<PageSite, "language">): SignInWords {
  return findTranslations(htmlLanguage(language).language).signIn;
}

/** Messages for the reasons that the address of the sign-in page can have. */
const problems = new Map<unknown, keyof SignInWords>([
  ["expired", "expired"],
  ["failed", "failed"],
  ["not_member", "notMember"],
  ["unavailable", "unavailable"],
  ["refused", "refused"],
]);

export function findProblem(reason: unknown): keyof SignInWords | undefined {
  return problems.get(reason);
}

/** The site that a page belongs to. */
export interface PageSite {
  name: string;
  /** Hex codes; a light one for dark pages. */
  colors: { primary: string; light?: string } | undefined;
  /** As in docs.json. Sites without a language are in English. */
  language: string | undefined;
  /** Pictures as `data:` URLs. */
  logo: { light: string; dark: string } | undefined;
}

interface SignInRequest {
  site: PageSite;
  choices: readonly SignInChoice[];
  redirect: string;
  /** One of the texts, or a message about a token, which is for those who issue tokens. */
  problem?: keyof SignInWords | { message: string } | undefined;
  /** Whether the page says that a link was sent, instead of showing the choices. */
  isSent?: boolean;
  status?: number;
}

export function signInPage({ site, choices, redirect, problem, isSent = false, status = 200 }: SignInRequest): Page {
  const [main, small] = [choices.filter(({ method }) => method !== "members"), choices.filter(isMembers)];
  const shown = main.length === 0 ? small : main;
  const words = signInWords(site);
  const lead = isSent ? words.linkSent : choices.length === 0 ? words.none : words.lead;
  const message = typeof problem === "string" ? words[problem] : problem?.message;
  const body = html`${heading(site)}
<p>${lead}</p>
${message !== undefined && html`<p class="problem" role="alert">${message}</p>`}
${!isSent && shown.map((choice) => choiceOf(choice, redirect, words))}
${isSent && html`<a class="small" href="${signInAddress(redirect)}">${words.otherAddress}</a>`}
${!isSent && main.length > 0 && small.map((choice) => html`<hr><a class="small" href="${startAddress(choice, redirect)}">${words.members}</a>`)}`;
  return page(site, fillWord(words.title, { site: site.name }), body.markup, { status });
}

/** The site's logo, which usually contains its name, or the name. */
function heading({ name, logo }: PageSite) {
  if (logo === undefined) return html`<h1>${name}</h1>`;
  return html`<h1><picture><source media="(prefers-color-scheme: dark)" srcset="${logo.dark}"><img src="${logo.light}" alt="${name}"></picture></h1>`;
}

const isMembers = ({ method }: SignInChoice) => method === "members";

function choiceOf(choice: SignInChoice, redirect: string, words: SignInWords) {
  const target = html`<input type="hidden" name="redirect" value="${redirect}">`;
  if (choice.method === "password") {
    return html`<form method="post" action="${signInPath}/password"><label for="password">${words.password}</label>
<input id="password" name="password" type="password" required maxlength="128" autocomplete="current-password" autofocus>${target}<button>${words.continue}</button></form>`;
  }
  if (choice.method === "mail") {
    return html`<form method="post" action="${signInPath}/mail"><label for="email">${words.email}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">${target}<button>${words.sendLink}</button></form>`;
  }
  return html`<a class="choice" href="${startAddress(choice, redirect)}">${isMembers(choice) ? words.members : fillWord(words.continueWith, { name: choice.name })}</a>`;
}

function startAddress({ method }: SignInChoice, redirect: string): string {
  return `${signInPath}/start?${new URLSearchParams({ method, redirect })}`;
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
  const body = html`${heading(site)}<p>${text}</p>
<form method="post" action="${action}"${isAutomatic && ownHtml(" data-auto")}><input type="hidden" name="token"><input type="hidden" name="redirect" value="${redirect}"><button>${button}</button></form>
<script>${ownHtml(script)}</script>`;
  return page(site, site.name, body.markup, { scripts: ` script-src ${scriptSource};` });
}

export function signOutPage(site: PageSite): Page {
  const words = signInWords(site);
  const body = html`${heading(site)}<p>${words.signOutHere}</p>
<form method="post" action="${signOutPath}"><button>${words.signOut}</button></form><a class="small" href="/">${words.back}</a>`;
  return page(site, `${words.signOut} – ${site.name}`, body.markup);
}

function page(
  { colors, language: code }: PageSite,
  title: string,
  body: string,
  { status = 200, scripts = "" }: { status?: number; scripts?: string } = {},
): Page {
  const { language, direction } = htmlLanguage(code);
  return {
    status,
    policy: `default-src 'none'; img-src data:; style-src 'unsafe-inline';${scripts} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    body: html`<!doctype html>
<html lang="${language}" dir="${direction}">
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
