import { fieldElement } from "../../page/components/fields.ts";
import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type { AuthSchemeView, BrokerSchemeView, ChannelAuthView } from "../view/api-view.ts";
import { fact, factList, fillNodes, notedFact } from "./api-elements.ts";
import { type ApiContext, renderMarkdown } from "./render-markdown.ts";

/** Shows how to authenticate. Any one of the alternatives is enough. */
export function renderAuth(alternatives: ChannelAuthView[], context: ApiContext): HtmlNode[] {
  const required = alternatives.filter(({ schemes }) => schemes.length > 0);
  if (required.length === 0) return [];
  const { words } = context.page;
  const isOptional = required.length < alternatives.length;
  const rows = required.flatMap(({ schemes }, index): HtmlNode[] => [
    ...(index === 0 ? [] : [element("p", { class: "auth-or" }, [words.or])]),
    ...schemes.map((scheme) =>
      scheme.kind === "broker"
        ? renderBrokerScheme(scheme, !isOptional, context)
        : renderScheme(scheme, !isOptional, context),
    ),
  ]);
  const anonymous = isOptional ? [element("p", {}, [words.withoutAuth])] : [];
  return [...anonymous, element("div", { class: "fields" }, rows)];
}

function renderScheme(scheme: AuthSchemeView, required: boolean, context: ApiContext): HtmlNode {
  const { name, place, format } = scheme;
  const { words } = context.page;
  const id = schemeId(name, context);
  const description = [
    element("p", {}, explain(scheme, words)),
    ...renderMarkdown(scheme.description, context),
    ...schemeFacts(scheme, words),
  ];
  const type = format === undefined ? "string" : `string<${format}>`;
  return fieldElement({ id, name, type, place, required }, description, words);
}

function renderBrokerScheme(scheme: BrokerSchemeView, required: boolean, context: ApiContext): HtmlNode {
  const { id, explanation, method, description } = scheme;
  const { words } = context.page;
  const field = { id: schemeId(id, context), name: id, required };
  const text = element("p", {}, fillNodes(words[explanation], { code: element("code", {}, [method]) }));
  return fieldElement(field, [text, ...renderMarkdown(description, context)], words);
}

function schemeId(name: string, { page }: ApiContext): string {
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

/** The URLs that issue tokens, and the scopes a token needs. */
function schemeFacts({ scopes, scopeNotes, flows, discovery }: AuthSchemeView, words: ArticleWords): HtmlNode[] {
  const rows = flows.filter(({ addresses }) => addresses.length > 0).map((flow) => fact(flow.name, flow.addresses));
  if (discovery !== undefined) rows.push(fact(words.furtherReading, [discovery]));
  if (scopes.length > 0) {
    const notes = scopes.map((scope) => (Object.hasOwn(scopeNotes, scope) ? scopeNotes[scope] : undefined));
    const hasNotes = notes.some((text) => text !== undefined);
    rows.push(hasNotes ? notedFact(words.scopes, scopes, notes) : fact(words.scopes, scopes));
  }
  return factList(rows);
}
