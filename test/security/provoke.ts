import type { Page } from "playwright-core";

/** Focuses, hovers and clicks everything on the page, without leaving it. Returns the signs that a script has run. */
export async function provoke(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    window.addEventListener(
      "click",
      (event) => {
        for (const target of event.composedPath()) {
          if (target instanceof HTMLAnchorElement && /^https?:$/.test(target.protocol)) event.preventDefault();
        }
      },
      true,
    );
    window.addEventListener("submit", (event) => event.preventDefault(), true);
    const elementsIn = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll("*")].flatMap((element) =>
        element.shadowRoot === null ? [element] : [element, ...elementsIn(element.shadowRoot)],
      );
    for (const element of elementsIn(document)) {
      if (element instanceof HTMLElement) element.focus();
      for (const type of ["pointerover", "mouseover", "mouseenter", "mousedown", "pointerdown"]) {
        element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
      }
      if (element.matches("a, area, button, summary, [role], input, select, label, [tabindex], svg *, [onclick]")) {
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  return signsOn(page);
}

/** Signs that a script has run, or would run on a click. */
export async function signsOn(page: Page): Promise<string[]> {
  const signs = page.frames().map((frame) =>
    frame
      .evaluate(() => {
        const elementsIn = (root: Document | ShadowRoot): Element[] =>
          [...root.querySelectorAll("*")].flatMap((element) =>
            element.shadowRoot === null ? [element] : [element, ...elementsIn(element.shadowRoot)],
          );
        const attributes = elementsIn(document).flatMap((element) =>
          [...element.attributes]
            .filter(
              ({ name, value }) =>
                /^on|^srcdoc$|^ping$|^formaction$/i.test(name) ||
                (/^(?:href|src|action|data|xlink:href|to|values)$/i.test(name) &&
                  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them in front of a scheme.
                  /^[\u0000-\u0020]*(?:javascript|vbscript|data:text)/i.test(value) &&
                  !value.includes("React has blocked")),
            )
            .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 80)}`),
        );
        return [...["hacked", "ran"].filter((name) => name in globalThis), ...attributes];
      })
      .catch((error: unknown) => {
        // A frame may be gone by now, or show nothing.
        if (frame === page.mainFrame()) throw error;
        return [];
      }),
  );
  return (await Promise.all(signs)).flat();
}
