import { Component, type ComponentChildren, type FunctionComponent, render } from "preact";
import { Found, findElements, reviveProp } from "./found-elements.tsx";

/**
 * Runs a component at its place in the page. Its first render replaces the build's HTML within one frame. The HTML
 * isn't hydrated, because the sanitizer changed it: styles are classes, images have dimensions and fields are disabled.
 * Hydration would keep these changes. If the component fails, the HTML is restored.
 */
export function mountIsland(place: HTMLElement, Author: unknown, functions: unknown[]): void {
  const { name = "", props = "{}" } = place.dataset;
  if (!isComponent(Author)) throw new Error(`${name} is not a component`);
  const before = [...place.childNodes];
  const found = findElements(place);
  const giveBack = keepPositions([...found.slots.values(), ...found.parts.values()].flatMap(({ nodes }) => nodes));
  const fail = (error: unknown) => {
    const message = `<${name}> on ${location.pathname} failed, so it stays in its first state: ${String(error)}`;
    reportError(new Error(message, { cause: error }));
    render(null, place);
    delete place.dataset.running;
    giveBack();
    place.replaceChildren(...before);
  };
  const given: unknown = JSON.parse(props);
  place.replaceChildren();
  place.dataset.running = "";
  render(
    <Boundary fail={fail}>
      <Found.Provider value={found}>
        <Author {...Object(reviveProp(given, functions))} />
      </Found.Provider>
    </Boundary>,
    place,
  );
  carryOver(before, place);
}

function isComponent(value: unknown): value is FunctionComponent {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

class Boundary extends Component<{ fail(error: unknown): void; children?: ComponentChildren }> {
  private hasFailed = false;

  override componentDidCatch(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    // Without this call, Preact would throw the error again.
    this.setState({});
    // Runs after the current render, because that render still needs its elements.
    queueMicrotask(() => this.props.fail(error));
  }

  override render(): ComponentChildren {
    return this.hasFailed ? null : this.props.children;
  }
}

/** Remembers the positions of nodes, and moves the nodes back there. */
function keepPositions(nodes: Node[]): () => void {
  const parents = new Map<Node, Node[]>();
  for (const { parentNode } of nodes) if (parentNode) parents.set(parentNode, [...parentNode.childNodes]);
  return () => {
    for (const [parent, children] of parents) for (const child of children) parent.appendChild(child);
  };
}

const sides = ["width", "height"];

/** Copies IDs of headings, because the outline links to them, and image dimensions, which prevent layout shifts. */
function carryOver(before: Node[], place: HTMLElement): void {
  const old = before.filter((node) => node instanceof Element);
  const all = (selector: string) =>
    old.flatMap((node) => [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]);
  const headings = all("h1,h2,h3,h4,h5,h6");
  for (const heading of place.querySelectorAll("h1,h2,h3,h4,h5,h6")) {
    const same = headings.find(({ id, textContent }) => id !== "" && textContent?.includes(heading.textContent ?? ""));
    if (same !== undefined && heading.id === "") heading.id = same.id;
  }
  const pictures = all("img[width][height]");
  for (const picture of place.querySelectorAll<HTMLImageElement>("img:not([width],[height])")) {
    const same = pictures.find((one) => one.getAttribute("src") === picture.getAttribute("src"));
    if (same === undefined || picture.complete) continue;
    for (const name of sides) picture.setAttribute(name, same.getAttribute(name) ?? "");
    // The component may later show another image in the same element.
    const forget = () => {
      for (const name of sides) picture.removeAttribute(name);
    };
    picture.addEventListener("load", forget, { once: true });
  }
}
