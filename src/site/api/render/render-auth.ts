import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { fieldElement } from "../../page/components/fields.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type { AuthSchemeView, AuthView } from "../view/api-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderDescription } from "./render-description.ts";
import { fact, notedFact } from "./render-fields.ts";
import { fillNodes, sectionHeading } from "./render-parts.ts";

/** How to be let in. Where there are several ways, any one of them is enough. */
export function renderAuth(ways: AuthView[], context: ApiContext): HtmlNode[] {
  const rows = renderWays(ways, renderScheme, context);
  return rows.length === 0 ? [] : [sectionHeading("authorization", context), ...rows];
}

/** Ways that each ask for some schemes, whatever a scheme is. */
export function renderWays<Scheme>(
  ways: { schemes: Scheme[] }[],
  render: (scheme: Scheme, required: boolean, context: ApiContext) => HtmlNode,
  context: ApiContext,
): HtmlNode[] {
  const asking = ways.filter(({ schemes }) => schemes.length > 0);
  if (asking.length === 0) return [];
  const { words } = context.page;
  const isOptional = asking.length < ways.length;
  const rows = asking.flatMap(({ schemes }, index): HtmlNode[] => [
    ...(index === 0 ? [] : [element("p", { class: "auth-or" }, [words.or])]),
    ...schemes.map((scheme) => render(scheme, !isOptional, context)),
  ]);
  const note = isOptional ? [element("p", {}, [words.withoutAuth])] : [];
  return [...note, element("div", { class: "fields" }, rows)];
}

export function renderScheme(scheme: AuthSchemeView, required: boolean, context: ApiContext): HtmlNode {
  const id = schemeId(scheme.name, context);
  const { words } = context.page;
  const description = [
    element("p", {}, explain(scheme, words)),
    ...renderDescription(scheme.description, context),
    ...schemeFacts(scheme, words),
  ];
  const type = scheme.format === undefined ? "string" : `string<${scheme.format}>`;
  return fieldElement({ id, name: scheme.name, type, place: scheme.place, required }, description, words);
}

export function schemeId(name: string, { page }: ApiContext): string {
  return page.headingIds.claim(`authorization-${name.toLowerCase().replaceAll(/[^\w-]+/g, "-")}`);
}

const keyWords = { query: "keyInQuery", header: "keyInHeader", cookie: "keyInCookie" } as const;

function explain({ kind, prefix, place }: AuthSchemeView, words: ArticleWords): HtmlNode[] {
  const sent = (sentence: string, value: string) => fillNodes(sentence, { code: element("code", {}, [value]) });
  switch (kind) {
    case "bearer":
      return sent(words.bearer, "Bearer <token>");
    case "basic":
      return sent(words.basic, "Basic <base64 of user:password>");
    case "key":
      return [words[keyWords[place]]];
    case "oauth2":
      return sent(words.oauth, "Bearer <token>");
    case "openid":
      return sent(words.openid, "Bearer <token>");
    default:
      return prefix === undefined ? [words.otherAuth] : sent(words.sentAs, `${prefix} <value>`);
  }
}

/** Where a token comes from, and what it must be good for. */
function schemeFacts({ scopes, scopeNotes, flows, discovery }: AuthSchemeView, words: ArticleWords): HtmlNode[] {
  const rows = flows.filter(({ addresses }) => addresses.length > 0).map((flow) => fact(flow.name, flow.addresses));
  if (discovery !== undefined) rows.push(fact(words.furtherReading, [discovery]));
  if (scopes.length > 0) {
    const notes = scopes.map((scope) => (Object.hasOwn(scopeNotes, scope) ? scopeNotes[scope] : undefined));
    const hasNotes = notes.some((note) => note !== undefined);
    rows.push(hasNotes ? notedFact(words.scopes, scopes, notes) : fact(words.scopes, scopes));
  }
  return rows.length === 0 ? [] : [element("dl", { class: "field-facts" }, rows)];
}
