import { type ComponentChildren, type FunctionComponent, isValidElement, toChildArray, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { Found, FoundSlot, Shown } from "./found-elements.tsx";

type Props = Record<string, unknown> & { children?: ComponentChildren };

/**
 * A built-in component or a snippet inside an author's component. Only the build can render it, so its element is taken
 * from the page. If the page has no element with the same props and text, a box with the same classes and children is
 * shown instead.
 */
export function builtIn(name: string): FunctionComponent<Props> {
  const component = builtIns.get(name) ?? makeBuiltIn(name);
  builtIns.set(name, component);
  return component;
}

const builtIns = new Map<string, FunctionComponent<Props>>();
const names = new Map<unknown, string>();

function makeBuiltIn(name: string): FunctionComponent<Props> {
  const BuiltIn = (props: Props) => {
    const { parts } = useContext(Found);
    const key = partKey(name, props);
    const holder = key === undefined ? undefined : parts.get(key);
    return holder === undefined ? plainBox(name, props) : <Shown key={key ?? ""} holder={holder} />;
  };
  names.set(BuiltIn, name);
  return BuiltIn;
}

const textLengthMax = 200;

/**
 * The key of a component. src/site/page/islands/mark-parts.ts computes the same key in the build. Undefined if only a
 * browser can render the component.
 */
function partKey(name: string, { children, ...props }: Props): string | undefined {
  const entries = Object.entries(props).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.some(([, value]) => typeof value === "function")) return undefined;
  const text = textOf(children);
  if (text === undefined) return undefined;
  const plain = entries.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return JSON.stringify([name, plain, text.slice(0, textLengthMax), text.length]);
}

/** The text of elements. Undefined if they contain handlers or components, because a copy would lose these. */
function textOf(children: ComponentChildren): string | undefined {
  let text = "";
  for (const child of toChildArray(children)) {
    const part = isValidElement(child) ? elementText(child) : String(child);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

function elementText({ type, props }: VNode<Props>): string | undefined {
  if (type === FoundSlot) return `{${String(props.slot)}}`;
  const isPlain = typeof type === "string" || names.has(type);
  return isPlain && !Object.values(props).some((value) => typeof value === "function")
    ? textOf(props.children)
    : undefined;
}

const callouts = new Set(["Note", "Info", "Tip", "Warning", "Check", "Danger"]);

function plainBox(name: string, { title, href, cols, children, className }: Props): VNode {
  const heading = typeof title === "string" ? title : undefined;
  if (callouts.has(name)) {
    return (
      <div class={`callout callout-${name.toLowerCase()}`} role="note">
        <div class="callout-body">{children}</div>
      </div>
    );
  }
  if (name === "Card") {
    const address = typeof href === "string" ? href : undefined;
    const words = heading ?? <span class="unseen-title">{address}</span>;
    return (
      <div class={address === undefined ? "card" : "card card-link"}>
        <div class="card-words">
          <p class="card-title">{address === undefined ? heading : <a href={address}>{words}</a>}</p>
          <div class="card-body">{children}</div>
        </div>
      </div>
    );
  }
  const classes = [boxes.get(name), className].filter((one) => typeof one === "string").join(" ");
  if (inlineNames.has(name)) return <span class={classes}>{children}</span>;
  if (name === "CodeBlock") {
    return (
      <div class="code">
        <pre>
          <code>{children}</code>
        </pre>
      </div>
    );
  }
  return (
    <div class={classes} data-cols={typeof cols === "number" ? cols : undefined}>
      {heading !== undefined && <strong>{heading}</strong>}
      {children}
    </div>
  );
}

const boxes = new Map([
  ["Frame", "frame"],
  ["Badge", "badge"],
  ["Columns", "columns"],
  ["CardGroup", "columns"],
]);
const inlineNames = new Set(["Badge", "Icon", "Tooltip", "Link"]);
