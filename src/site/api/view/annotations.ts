import type { JsonObject } from "../../source/json-value.ts";
import { listField, own, resolveObject, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { AnnotationsView, DocsLinkView } from "./api-view.ts";

const summaryLengthMax = 300;

export function cutLongText(text: string | undefined): string | undefined {
  return text?.slice(0, specLimits.descriptionLengthMax);
}

export function descriptionOf(holder: JsonObject): string | undefined {
  return cutLongText(textField(holder, "description"));
}

/** Joins two descriptions of the same value, unless one repeats the other. */
export function joinTexts(near: string | undefined, far: string | undefined): string | undefined {
  if (near === undefined || far === undefined || near.includes(far.trim())) return cutLongText(near ?? far);
  return cutLongText(`${near}\n\n${far}`);
}

/** The title, description and tags of an object. If it has no title, its summary becomes the title. */
export function viewAnnotations(document: SpecDocument, holder: JsonObject): AnnotationsView {
  const title = textField(holder, "title");
  const summary = textField(holder, "summary");
  const below = [title === undefined ? undefined : summary, textField(holder, "description")].filter(
    (text) => text !== undefined,
  );
  return {
    title: title ?? summary,
    description: below.length === 0 ? undefined : cutLongText(below.join("\n\n")),
    deprecated: isDeprecated(holder),
    tags: tagNames(document, holder),
    docs: docsLink(document, holder),
  };
}

/** The names of an object's tags. In AsyncAPI 3, a tag can be a reference. */
export function tagNames(document: SpecDocument, holder: JsonObject): string[] {
  return listField(holder, "tags")
    .slice(0, specLimits.tagsMax)
    .flatMap((tag) => textField(resolveObject(document, tag) ?? {}, "name")?.trim() ?? []);
}

export function isDeprecated(holder: JsonObject): boolean {
  return own(holder, "deprecated") === true || own(holder, "x-deprecated") === true;
}

/** `externalDocs`. Only web addresses become links. */
export function docsLink(document: SpecDocument, holder: JsonObject): DocsLinkView | undefined {
  const docs = resolveObject(document, own(holder, "externalDocs")) ?? {};
  const url = textField(docs, "url")?.trim();
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return { url: url.slice(0, specLimits.addressLengthMax), description: descriptionOf(docs) };
}

/** The first paragraph of a Markdown text as plain text, for search engines and lists. */
export function summarize(markdown: string | undefined): string | undefined {
  const [paragraph = ""] = (markdown ?? "").trim().split(/\n[^\S\n]*\n/, 1);
  const text = paragraph
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    // Underscores are part of a name, except around emphasized words.
    .replaceAll(/`([^`]*)`|[`*#>]+|(?<!\w)_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?!\w)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text === "") return undefined;
  return text.length > summaryLengthMax ? `${text.slice(0, text.lastIndexOf(" ", summaryLengthMax))}…` : text;
}
