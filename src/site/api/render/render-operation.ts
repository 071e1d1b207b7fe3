import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type {
  BodyView,
  CallbackView,
  ContentView,
  OperationView,
  ParameterPlace,
  ParameterView,
  ResponseView,
} from "../view/api-view.ts";
import {
  captioned,
  fieldList,
  foldedRow,
  mediaType,
  methodBadge,
  section,
  sectionHeading,
  tabs,
} from "./api-elements.ts";
import { renderAuth } from "./render-auth.ts";
import { renderFields, renderSchema } from "./render-fields.ts";
import { type ApiContext, renderMarkdown } from "./render-markdown.ts";

export const placeTitles = {
  path: "pathParameters",
  query: "queryParameters",
  header: "headers",
  cookie: "cookies",
} as const satisfies Record<ParameterPlace, string>;

/** Everything below the head of an operation's page: authentication, the request and the responses. */
export function renderOperation(view: OperationView, context: ApiContext): HtmlNode[] {
  return [
    ...section("authorization", renderAuth(view.auth, context), context),
    ...renderParameters(view.parameters, context),
    ...(view.body === undefined ? [] : renderBody(view.body, view.kind === "webhook" ? "payload" : "body", context)),
    ...renderResponses(view.responses, context),
    ...renderCallbacks(view.callbacks, context),
  ];
}

function renderParameters(parameters: ParameterView[], context: ApiContext): HtmlNode[] {
  return (Object.keys(placeTitles) as ParameterPlace[]).flatMap((place) => {
    const here = parameters.filter((parameter) => parameter.place === place);
    if (here.length === 0) return [];
    return [sectionHeading(placeTitles[place], context), ...fieldList(renderFields(here, place, context))];
  });
}

function renderBody(body: BodyView, title: "payload" | "body", context: ApiContext): HtmlNode[] {
  const marks = singleMediaType(body.contents);
  if (body.required) marks.push(element("span", { class: "field-required" }, [context.page.words.required]));
  return [
    sectionHeading(title, context, marks),
    ...renderMarkdown(body.description, context),
    ...renderContents(body.contents, "body", context),
  ];
}

function singleMediaType(contents: ContentView[]): HtmlNode[] {
  return contents.length === 1 ? contents.map(({ type }) => mediaType(type)) : [];
}

function renderContents(contents: ContentView[], path: string, context: ApiContext): HtmlNode[] {
  if (contents.length === 0) return [];
  const panels = contents.map(({ type, schema }) => ({
    title: type,
    content: schema === undefined ? [] : [element("div", { class: "fields" }, renderSchema(schema, path, context))],
  }));
  return [tabs(panels, "content", context)];
}

/** A row for each status. The first row with content is open. */
function renderResponses(responses: ResponseView[], context: ApiContext): HtmlNode[] {
  if (responses.length === 0) return [];
  const first = responses.find(({ contents }) => contents.length > 0);
  return [
    sectionHeading("response", context),
    ...responses.map((response) => renderResponse(response, response === first, context)),
  ];
}

function renderResponse(response: ResponseView, isOpen: boolean, context: ApiContext): HtmlNode {
  const { status, headers, contents } = response;
  const { words } = context.page;
  const isShort = response.description === undefined || !/\n\s*\n|^\s*[-*#|]/m.test(response.description);
  const description = renderMarkdown(response.description, context);
  const head = [
    element("span", { class: `status status-${/^[1-5]/.exec(status)?.[0] ?? "other"}` }, [
      status === "default" ? words.default : status,
    ]),
    element("div", { class: "response-words" }, isShort ? description : []),
    ...singleMediaType(contents),
  ];
  const body = [
    ...(isShort ? [] : description),
    ...renderContents(contents, `response-${status}`, context),
    ...captioned(words.headers, fieldList(renderFields(headers, `response-${status}-header`, context))),
  ];
  return foldedRow({ class: "response" }, head, body, isOpen);
}

function renderCallbacks(callbacks: CallbackView[], context: ApiContext): HtmlNode[] {
  if (callbacks.length === 0) return [];
  return [
    sectionHeading("callbacks", context),
    ...callbacks.map(({ name, method, address, description, body, responses }) =>
      element("details", { class: "response callback" }, [
        element("summary", { class: "response-head" }, [
          methodBadge(method),
          element("div", { class: "response-words" }, [
            element("p", {}, [element("strong", {}, [name]), " ", element("code", {}, [address])]),
          ]),
        ]),
        element("div", { class: "response-body" }, [
          ...renderMarkdown(description, context),
          ...renderContents(body?.contents ?? [], `callback-${name}`, context),
          ...responses.map((response) => renderResponse(response, false, context)),
        ]),
      ]),
    ),
  ];
}
