import { expect, test } from "vitest";
import { type PageSite, type SignInChoice, signInPage, signInWords, signOutPage, tokenPage } from "./sign-in-page.ts";

const site: PageSite = { name: "Acme & Co", colors: undefined, language: undefined, logo: undefined };
const choices: SignInChoice[] = [
  { method: "password", name: "" },
  { method: "mail", name: "" },
  { method: "provider", name: "Acme <ID>" },
  { method: "members", name: "" },
];

test("the pages are in the language of the site, in its direction, and in English without one", () => {
  const bodyIn = (language: string | undefined) =>
    signInPage({ site: { ...site, language }, choices, redirect: "/" }).body;
  expect(bodyIn(undefined)).toContain('<html lang="en" dir="ltr">');
  expect(bodyIn("de")).toContain("Melde dich an, um diese Website zu lesen.");
  expect(bodyIn("jp")).toContain('<html lang="ja" dir="ltr">');
  expect(bodyIn("ar")).toContain('<html lang="ar" dir="rtl">');
  expect(bodyIn("uz")).toContain("Sign in to read this site.");
  expect(bodyIn("fr")).toContain("Continuer avec Acme &lt;ID&gt;");
  expect(signOutPage({ ...site, language: "pl" }).body).toContain("Wyloguj się");
  const { onThisDevice: text, signIn: button } = signInWords({ language: "ko" });
  const token = { action: "/x", redirect: "/", text, button, isAutomatic: false };
  expect(tokenPage({ ...token, site: { ...site, language: "ko" } }).body).toContain("<button>로그인</button>");
});

test("a problem is named in the language of the site, and one of a token in its own words", () => {
  const shown = { site: { ...site, language: "es" }, choices, redirect: "/" };
  expect(signInPage({ ...shown, problem: "wrongPassword" }).body).toContain("Contraseña incorrecta.");
  expect(signInPage({ ...shown, problem: { message: "The token <was> refused." } }).body).toContain(
    "&lt;was&gt; refused",
  );
  expect(signInPage({ ...shown, isSent: true }).body).toContain("Usar otra dirección");
});

test("the logo replaces the name, with another one for dark pages, and nothing is loaded", () => {
  const [light, dark] = ["data:image/svg+xml;base64,AAAA", "data:image/png;base64,BBBB"];
  const { body, policy } = signInPage({ site: { ...site, logo: { light, dark } }, choices, redirect: "/" });
  expect(body).toContain(`<img src="${light}" alt="Acme &amp; Co">`);
  expect(body).toContain(`<source media="(prefers-color-scheme: dark)" srcset="${dark}">`);
  expect(body).not.toContain("<h1>Acme");
  expect(policy).toContain("default-src 'none'; img-src data:;");
});
