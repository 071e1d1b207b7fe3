import type { Pattern } from "acorn";
import type { SourcePlace } from "../../ground/html/html-node.ts";
import type { Island } from "../islands/island.ts";
import {
  type AuthorFunction,
  type ComponentUse,
  isFunction,
  isMap,
  Jsx,
  type JsxAttribute,
  kindOf,
  type MarkdownNode,
  type Runtime,
  type Scope,
  type Value,
} from "../page-tree.ts";
import { isBrowserName } from "./browser-names.ts";
import { createBudget, type InterpreterLimits } from "./budget.ts";
import { evaluateCode } from "./evaluate.ts";
import { createOwnership } from "./ownership.ts";
import { bindPattern } from "./patterns.ts";
import { Exhausted, Refusal, Thrown, UnboundName } from "./refusal.ts";
import { createScope, placeIn } from "./scope.ts";
import { runBody } from "./statements.ts";
import type { Code } from "./syntax.ts";
import { measureNodes, sizeOfProp, toJsx } from "./to-jsx.ts";

interface InterpreterOptions {
  limits: InterpreterLimits & { treeDepthMax: number };
  fill(text: string): string;
  /** A component can't be shown, and a placeholder takes its place. */
  onRefusal(name: string, place: SourcePlace, refusal: Refusal): void;
  /** A component is shown in its initial state; anything later would need JavaScript in the browser. */
  onFirstState(name: string, place: SourcePlace, reason: string): void;
  /** Prepares a component to run in the browser. Throws a Refusal if it can't. */
  openIsland(use: ComponentUse): Island;
}

/**
 * Evaluates the expressions and components of one page from their syntax trees. It isn't a JavaScript engine: it
 * supports values, operators, JSX and pure functions within the limits of the page, and refuses everything else.
 */
export interface Interpreter {
  /** Throws a Refusal. */
  evaluate(code: Code, scope: Scope): Value;
  /** Binds a value to the names of a pattern in a scope. Throws a Refusal. */
  bind(pattern: Pattern, value: Value, scope: Scope): void;
  /** The elements that represent a value. Throws a Refusal for values that can't be shown. */
  show(value: Value): Jsx;
  /** Wraps elements of a page as the children of a component. */
  takeChildren(nodes: MarkdownNode[]): Value;
  /** Throws only when the page has exceeded its limits. */
  applyComponent(use: ComponentUse): Jsx;
  /** Runs work one level deeper than the calling code. */
  nest<Result>(work: () => Result): Result;
  /** Counts output that goes into the page. */
  emit(output: Jsx): void;
  /** Counts a prop that is passed to an element of the page. */
  emitProp(value: Value): void;
  /** Replaces the docs.json variables in an author's text. */
  fill(text: string): string;
}

export function createInterpreter({ limits, fill, ...options }: InterpreterOptions): Interpreter {
  const budget = createBudget(limits);
  /** What the outermost component, and those inside it, were found to need. Undefined outside of components. */
  let finding: Finding | undefined;
  const runtime: Runtime = {
    budget,
    ownership: createOwnership(),
    noteFirstState() {
      if (finding !== undefined) finding.isFirstState = true;
    },
    fill,
    evaluate: (code, scope) => evaluateCode(code, scope, runtime),
    call: (callee, values) => callFunction(callee, values, runtime),
    applyComponent: (use) => (finding === undefined ? applyOutermost(use) : apply(use, finding)),
  };

  function apply(use: ComponentUse, { refused, hasPlaceholders }: Finding): Jsx {
    try {
      const output = budget.guard(() => toJsx(callFunction(use.component, [use.props], runtime), runtime));
      if (output.depth > limits.treeDepthMax) throw new Refusal(`it is nested more than ${limits.treeDepthMax} deep`);
      return output;
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Exhausted) throw error;
      refused.push({ use, refusal: error });
      return hasPlaceholders ? placeholderFor(use, runtime) : nothing;
    }
  }

  function find(use: ComponentUse, hasPlaceholders: boolean): Finding & { output: Jsx } {
    finding = { isFirstState: false, refused: [], hasPlaceholders };
    try {
      const output = apply(use, finding);
      return { ...finding, output };
    } finally {
      finding = undefined;
    }
  }

  /** The component and everything inside it run in the browser together, or nothing of it does. */
  function applyOutermost(use: ComponentUse): Jsx {
    const { output, isFirstState, refused } = find(use, true);
    if (!isFirstState && refused.length === 0) return output;
    if (refused.some(({ refusal }) => wouldFailAnywhere(refusal))) return withoutIsland(use, output, refused);
    let island: Island;
    try {
      island = options.openIsland(use);
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Exhausted) throw error;
      return withoutIsland(use, output, refused, error);
    }
    return island.enclose(find({ ...use, props: island.props }, false).output);
  }

  /** The first state, or placeholders where there is none. */
  function withoutIsland(use: ComponentUse, output: Jsx, refused: Finding["refused"], why?: Refusal): Jsx {
    for (const { use: part, refusal } of refused) options.onRefusal(part.name, part.place, withReason(refusal, why));
    if (refused.length > 0 || why === undefined) return output;
    if (isVisible(output)) {
      options.onFirstState(use.name, use.place, why.message);
      return output;
    }
    const refusal = new Refusal("it shows nothing until its code runs in the browser", why.message);
    options.onRefusal(use.name, use.place, refusal);
    return placeholderFor(use, runtime);
  }

  return {
    evaluate: (code, scope) => budget.run(() => evaluateCode(code, scope, runtime)),
    bind: (pattern, value, scope) => budget.run(() => bindPattern(pattern, value, scope, runtime)),
    show: (value) => budget.run(() => toJsx(value, runtime)),
    takeChildren: (nodes) => budget.run(() => childrenValue(nodes, runtime)),
    applyComponent: (use) => budget.run(() => runtime.applyComponent(use)),
    nest: (work) =>
      budget.run(() => {
        budget.enter();
        return work();
      }),
    emit: (output) => budget.emit(output.size),
    emitProp: (value) => budget.run(() => budget.emit(sizeOfProp(value, runtime))),
    fill,
  };
}

/** The browser could have helped where the build can't. */
function withReason(refusal: Refusal, why: Refusal | undefined): Refusal {
  if (why === undefined) return refusal;
  const explained = new Refusal(refusal.message, `it can't run in the browser: ${why.message}`);
  explained.place = refusal.place;
  return explained;
}

interface Finding {
  /** It uses a hook or a handler, or asks for the browser. */
  isFirstState: boolean;
  refused: { use: ComponentUse; refusal: Refusal }[];
  /** What can't be shown leaves a placeholder, or nothing. */
  hasPlaceholders: boolean;
}

const nothing = new Jsx([], 0, 0);

/** The code throws an error, or uses a name that isn't defined in a browser either. */
function wouldFailAnywhere(refusal: Refusal): boolean {
  return refusal instanceof Thrown || (refusal instanceof UnboundName && !isBrowserName(refusal.unbound));
}

/** Keeps the children of a component that can't be shown, if they can be. */
function placeholderFor(use: ComponentUse, runtime: Runtime): Jsx {
  const children = toJsx(isMap(use.children) || isFunction(use.children) ? undefined : use.children, runtime);
  const node: MarkdownNode = {
    type: "mdxJsxFlowElement",
    name: use.name,
    isRefused: true,
    children: children.nodes,
    source: use.place,
  };
  return new Jsx([node], children.size + use.name.length, children.depth + 1);
}

/** As in React, plain text becomes a string; everything else is passed on as elements. */
function childrenValue(nodes: MarkdownNode[], runtime: Runtime): Value {
  if (nodes.length === 0) return undefined;
  if (nodes.every((node) => node.type === "text")) return nodes.map((node) => node.value ?? "").join("");
  return measureNodes(nodes, runtime);
}

function callFunction(callee: Value, values: readonly Value[], runtime: Runtime): Value {
  if (!isFunction(callee)) throw new Refusal(`it calls ${kindOf(callee)} as a function`);
  if (callee.kind === "builtIn") {
    runtime.budget.spend(1);
    return callee.apply(values, runtime);
  }
  runtime.budget.enter();
  try {
    if (callee.refused !== undefined) throw new Refusal(callee.refused);
    const scope = createScope(callee.scope);
    bindParameters(callee, values, scope, runtime);
    const { body } = callee;
    return body.type === "BlockStatement" ? runBody(body, scope, runtime) : runtime.evaluate(body, scope);
  } catch (error) {
    if (error instanceof Refusal) error.place ??= placeIn(callee.scope.origin, callee.body.start);
    throw error;
  } finally {
    runtime.budget.leave();
  }
}

function bindParameters(callee: AuthorFunction, values: readonly Value[], scope: Scope, runtime: Runtime): void {
  for (const [index, parameter] of callee.parameters.entries()) {
    if (parameter.type === "RestElement") bindPattern(parameter.argument, values.slice(index), scope, runtime);
    else bindPattern(parameter, values[index], scope, runtime);
  }
}

/** Elements that only group others. Any other element is visible, or is a component that decides for itself. */
const containers: ReadonlySet<string> = new Set(
  "a article aside div figure footer header li main nav ol p section span ul".split(" "),
);

/** Whether a reader would see anything: text, an image, a control, or at least a colored box. */
function isVisible({ nodes }: Jsx): boolean {
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isNodeVisible(node)) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

function isNodeVisible({ type, name, value, attributes = [] }: MarkdownNode): boolean {
  if (type === "text") return value?.trim() !== "";
  return !type.startsWith("mdxJsx") || !containers.has(name ?? "") || attributes.some(isPaint);
}

/** A background color, or injected HTML. */
function isPaint({ name, value }: JsxAttribute): boolean {
  const given = value && typeof value === "object" ? ("evaluated" in value ? value.evaluated : undefined) : value;
  if (name === "style") return isMap(given) && [...given.keys()].some((key) => key.startsWith("background"));
  if (name === "className" || name === "class") return typeof given === "string" && /(?:^|\s|:)bg-/.test(given);
  return name === "dangerouslySetInnerHTML";
}
