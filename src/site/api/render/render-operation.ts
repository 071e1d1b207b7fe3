import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type {
  BodyView,
  CallbackView,
  ContentView,
  OperationView,
  ParameterPlace,
  ResponseView,
} from "../view/api-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderAuth } from "./render-auth.ts";
import { renderDescription } from "./render-description.ts";
import { renderFields, renderParameter, renderSchema } from "./render-fields.ts";
import { mediaType, methodBadge, sectionHeading } from "./render-parts.ts";
import { tabs } from "./render-variants.ts";

/** The words over the parameters of a place. */
export const placeTitles = {
  path: "pathParameters",
  query: "queryParameters",
  header: "headers",
  cookie: "cookies",
} as const satisfies Record<ParameterPlace, string>;

/** Everything below the head of an operation's page: how to be let in, what to send, what comes back. */
export function renderOperation(view: OperationView, context: ApiContext): HtmlNode[] {
  return [
    ...renderAuth(view.auth, context),
    ...renderParameters(view, context),
    ...(view.body === undefined ? [] : renderBody(view.body, view.kind === "webhook" ? "payload" : "body", context)),
    ...renderResponses(view.responses, context),
    ...renderCallbacks(view.callbacks, context),
  ];
}

function renderParameters({ parameters }: OperationView, context: ApiContext): HtmlNode[] {
  return (Object.keys(placeTitles) as ParameterPlace[]).flatMap((place) => {
    const here = parameters.filter((parameter) => parameter.place === place);
    if (here.length === 0) return [];
    return [
      sectionHeading(placeTitles[place], context),
      element(
        "div",
        { class: "fields" },
        here.map((parameter) => renderParameter(parameter, context)),
      ),
    ];
  });
}

function renderBody(body: BodyView, title: "payload" | "body", context: ApiContext): HtmlNode[] {
  const [only] = body.contents;
  const marks = only !== undefined && body.contents.length === 1 ? [mediaType(only.type)] : [];
  if (body.required) marks.push(element("span", { class: "field-required" }, [context.page.words.required]));
  return [
    sectionHeading(title, context, marks),
    ...renderDescription(body.description, context),
    ...renderContents(body.contents, "body", context),
  ];
}

function renderContents(contents: ContentView[], path: string, context: ApiContext): HtmlNode[] {
  if (contents.length === 0) return [];
  const panels = contents.map(({ type, schema }) => ({
    title: type,
    content: schema === undefined ? [] : [element("div", { class: "fields" }, renderSchema(schema, path, context))],
  }));
  return [tabs(panels, "content", context)];
}

/** Every status with its meaning in a row of its own; the fields of the first one stand open. */
function renderResponses(responses: ResponseView[], context: ApiContext): HtmlNode[] {
  if (responses.length === 0) return [];
  const first = responses.find(({ contents }) => contents.length > 0);
  return [
    sectionHeading("response", context),
    ...responses.map((response) => renderResponse(response, response === first, context)),
  ];
}

function renderResponse(response: ResponseView, isOpen: boolean, context: ApiContext): HtmlNode {
  const { status, description, headers, contents } = response;
  const isShort = description === undefined || !/\n\s*\n|^\s*[-*#|]/m.test(description);
  const words = isShort ? renderDescription(description, context) : [];
  const [only] = contents;
  const head = [
    element("span", { class: `status status-${statusKind(status)}` }, [
      status === "default" ? context.page.words.default : status,
    ]),
    element("div", { class: "response-words" }, words),
    ...(only !== undefined && contents.length === 1 ? [mediaType(only.type)] : []),
  ];
  const body: HtmlNode[] = isShort ? [] : renderDescription(description, context);
  body.push(...renderContents(contents, `response-${status}`, context));
  if (headers.length > 0) {
    body.push(element("p", { class: "fields-caption" }, [context.page.words.headers]));
    body.push(element("div", { class: "fields" }, renderFields(headers, `response-${status}-header`, context)));
  }
  if (body.length === 0)
    return element("div", { class: "response" }, [element("div", { class: "response-head" }, head)]);
  return element("details", { class: "response", open: isOpen }, [
    element("summary", { class: "response-head" }, head),
    element("div", { class: "response-body" }, body),
  ]);
}

/** `2` for 200 and 2XX; anything else that is no number is told plainly. */
function statusKind(status: string): string {
  return /^[1-5]/.exec(status)?.[0] ?? "other";
}

function renderCallbacks(callbacks: CallbackView[], context: ApiContext): HtmlNode[] {
  if (callbacks.length === 0) return [];
  return [
    sectionHeading("callbacks", context),
    ...callbacks.map((callback) =>
      element("details", { class: "response callback" }, [
        element("summary", { class: "response-head" }, [
          methodBadge(callback.method),
          element("div", { class: "response-words" }, [
            element("p", {}, [element("strong", {}, [callback.name]), " ", element("code", {}, [callback.address])]),
          ]),
        ]),
        element("div", { class: "response-body" }, [
          ...renderDescription(callback.description, context),
          ...renderContents(callback.body?.contents ?? [], `callback-${callback.name}`, context),
          ...callback.responses.map((response) => renderResponse(response, false, context)),
        ]),
      ]),
    ),
  ];
}
