import type { ContextItem } from "./thread.ts";

const contextCharactersMax = 16_000;
const elementIdMax = 256;

/** The code of a block, without the lines that a diff removes. */
export function codeContext(box: Element): ContextItem | undefined {
  const code = box.querySelector(".tab-panel.active code") ?? box.querySelector("code");
  const lines = [...(code?.querySelectorAll(".line:not(.removed)") ?? [])];
  const text = lines.length > 0 ? lines.map((line) => line.textContent).join("") : (code?.textContent ?? "");
  return contextOf(text, "code", box);
}

export function textContext(text: string, element: Element | null): ContextItem | undefined {
  const isCode = element?.closest("pre") !== null && element !== null;
  return contextOf(text, isCode ? "code" : "textSelection", element);
}

function contextOf(text: string, type: ContextItem["type"], element: Element | null): ContextItem | undefined {
  const value = text.trim().slice(0, contextCharactersMax);
  if (value === "") return undefined;
  const elementId = idFor(element);
  return { value, type, path: location.pathname, ...(elementId === undefined ? {} : { elementId }) };
}

/** The title of the block, or the heading above it. */
function idFor(element: Element | null): string | undefined {
  const article = element?.closest("article, main");
  if (element === null || !article) return undefined;
  const own = element.closest("[id]");
  if (own !== null && article.contains(own) && own !== article) return own.id.slice(0, elementIdMax);
  const above = [...article.querySelectorAll(":is(h1, h2, h3, h4)[id]")].filter(
    (heading) => (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return above.at(-1)?.id.slice(0, elementIdMax);
}
