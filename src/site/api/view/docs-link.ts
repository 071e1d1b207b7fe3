import type { JsonObject } from "../../source/json-value.ts";
import { own, resolveObject, type SpecDocument, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { DocsLinkView } from "./api-view.ts";
import { cutText } from "./schema-view.ts";

/** Where the author says that more is to be read. Only addresses of the web: others have no place in a link. */
export function docsLink(document: SpecDocument, holder: JsonObject): DocsLinkView | undefined {
  const docs = resolveObject(document, own(holder, "externalDocs"));
  const url = docs === undefined ? undefined : textOf(docs, "url")?.trim();
  if (docs === undefined || url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return { url: url.slice(0, specLimits.addressLengthMax), description: cutText(textOf(docs, "description")) };
}
