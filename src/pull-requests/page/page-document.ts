import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import { pageAssets } from "./page-assets.ts";

/** No script, nothing from elsewhere, and nobody may show it in a frame. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface PageDocument {
  title: string;
  main: SafeHtml;
  /** Who is signed in, and what lets them leave. */
  visitor?: { name: string; signOutPath: string | undefined } | undefined;
}

/** A whole page. It needs no script. */
export function pageDocument({ title, main, visitor }: PageDocument): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${pageAssets().stylesheet}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="brand" href="/dashboard">Lectern</a>${visitor !== undefined && visitorView(visitor)}</header>
<main id="main">${main}</main>
</body>
</html>
`.markup;
}

function visitorView({ name, signOutPath }: NonNullable<PageDocument["visitor"]>): SafeHtml {
  return html`<div class="visitor"><span>${name}</span>${
    signOutPath !== undefined &&
    html`<form method="post" action="${signOutPath}"><button class="plain">Sign out</button></form>`
  }</div>`;
}

/** A page that says one thing. */
export function messageDocument(title: string, text: string): string {
  return pageDocument({ title, main: html`<section class="alone"><h1>${title}</h1><p>${text}</p></section>` });
}

export interface SignInPage {
  /** Where the form goes, and where one comes back to. */
  path: string;
  problem?: string | undefined;
}

export function signInDocument({ path, problem }: SignInPage): string {
  const main = html`<section class="alone">
<h1>Sign in to see this</h1>
<p>Pull requests are for members of the project’s organization.</p>
<p><a class="button primary" href="/dashboard/sign-in">Sign in to the dashboard</a></p>
<p class="quiet">Then open this address again.</p>
<form method="post" action="${path}/sign-in" class="sign-in">
<label for="key">Or with an admin key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required placeholder="svc_…">
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<p class="quiet">The key itself is not kept. You stay signed in here for twelve hours.</p>
<button>Use the key</button>
</form>
</section>`;
  return pageDocument({ title: "Sign in", main });
}
