import { type ComponentChildren, toChildArray } from "preact";
import { useLayoutEffect } from "preact/hooks";

interface StyleProps {
  children?: ComponentChildren;
  dangerouslySetInnerHTML?: { __html?: unknown };
}

/** `<style>` in a component becomes a stylesheet of the page while the component shows it. */
export function AdoptedStyle({ children, dangerouslySetInnerHTML }: StyleProps): null {
  const css = String(dangerouslySetInnerHTML?.__html ?? toChildArray(children).filter(isText).join(""));
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [css]);
  return null;
}

function isText(child: unknown): boolean {
  return typeof child === "string" || typeof child === "number";
}
