import type { SourcePlace } from "../../shared/html/html-node.ts";
import type { Island } from "../islands/island.ts";
import {
  type AuthorFunction,
  type ComponentUse,
  isMap,
  type Jsx,
  type JsxAttribute,
  kindOf,
  type MarkdownNode,
  type Scope,
  type Value,
  type ValueMap,
} from "../page-tree.ts";
import { isBrowserName } from "./browser-names.ts";
import { compileDeclarations, compileExpression } from "./compile-code.ts";
import { type Engine, type EngineLimits, openEngine } from "./engine.ts";
import { createEngineValues, measureNodes, sizeOfValue, toJsx } from "./engine-values.ts";
import { declaredNames } from "./module-part.ts";
import type { FollowImport, ScopeSource } from "./modules.ts";
import type { CodePlace, EncodedFinding, EncodedRefusal, EncodedValue, EngineRequest, ShownNode } from "./prelude.ts";
import { Exhausted, Refusal, Thrown, UnboundName } from "./refusal.ts";
import type { Code } from "./syntax.ts";

interface InterpreterOptions {
  limits: EngineLimits;
  fill(text: string): string;
  /** A component can't be shown, and a placeholder takes its place. */
  onRefusal(name: string, place: SourcePlace, refusal: Refusal): void;
  /** A component is shown in its initial state; anything later would need JavaScript in the browser. */
  onFirstState(name: string, place: SourcePlace, reason: string): void;
  /** Prepares a component to run in the browser. Throws a Refusal if it can't. */
  openIsland(use: ComponentUse): Island;
}

/** Evaluates the expressions and components of one page in a JavaScript engine, within the limits of the page. */
export interface Interpreter {
  /** Evaluates code that starts on a line of the scope's file. Throws a Refusal. */
  evaluate(code: Code, text: string, line: number, scope: Scope): Value;
  /** The author's definition of a tag such as `Card` or `cards.Small`. Throws a Refusal. */
  findTag(name: string, scope: Scope): { value: Value } | undefined;
  createScope(source: ScopeSource): Scope;
  /** A scope with further names, which hide those of the outer scope. */
  addNames(outer: Scope, names: ValueMap): Scope;
  /** The elements that represent a value. Throws a Refusal for values that can't be shown. */
  show(value: Value): Jsx;
  /** Wraps elements of a page as the children of a component. */
  takeChildren(nodes: MarkdownNode[]): Value;
  /** Throws only when the page has exceeded its limits. */
  applyComponent(use: ComponentUse): Jsx;
  /** Counts output that goes into the page. */
  emit(output: Jsx): void;
  /** Counts a prop that is passed to an element of the page. */
  emitProp(value: Value): void;
  /** Replaces the docs.json variables in an author's text. */
  fill(text: string): string;
}

export function createInterpreter({ limits, fill, ...options }: InterpreterOptions): Interpreter {
  let engine: Engine | undefined;
  let emitted = 0;
  /** The scripts that the engine knows by their number, and where each starts. */
  const scripts: SourcePlace[] = [];
  const imports = new Map<number, FollowImport>();
  const values = createEngineValues({ place: placeOf, showComponent: showNewElement });

  function ask<Answer>(request: EngineRequest, code?: string, script = 0): Answer {
    engine ??= openEngine(limits, followImport);
    const answer = engine.ask(request, code === undefined ? undefined : { code, name: `script-${script}` });
    if ("refused" in answer) throw toRefusal(answer.refused);
    return answer.done as Answer;
  }

  function followImport(scope: number, name: string): ReturnType<FollowImport> {
    const follow = imports.get(scope);
    if (follow === undefined) throw new Refusal(`"${name}" is not imported`);
    return follow(name);
  }

  function placeOf([script, line]: CodePlace): SourcePlace {
    const start = scripts[script];
    return { file: start?.file, line: start?.line === undefined ? undefined : start.line + line - 1 } as SourcePlace;
  }

  function toRefusal({ kind, message, hint, name = "", place }: EncodedRefusal): Refusal {
    const refusal =
      kind === "unbound"
        ? unboundName(name)
        : new { refused: Refusal, exhausted: Exhausted, thrown: Thrown }[kind](message, hint);
    if (place !== undefined) refusal.place = placeOf(place);
    return refusal;
  }

  function takeEvaluated({ value, ref }: { value: EncodedValue; ref: number | null }): Value {
    const decoded = values.decode(value);
    if (ref !== null) values.remember(decoded, ref);
    return decoded;
  }

  function createScope({ file, pieces, imported, follow, outside }: ScopeSource): Scope {
    const names = new Set([...imported, ...pieces.flatMap(({ part }) => part.declared.flatMap(declaredNames))]);
    return lazyScope(file, names, outside, () => {
      const id = ask<number>(["scope", outside?.id() ?? -1, file, []]);
      imports.set(id, follow);
      if (imported.length > 0) ask(["import", id, imported]);
      for (const { part, line } of pieces) {
        if (part.declared.length === 0) continue;
        const script = scripts.push({ file, line }) - 1;
        ask(
          ["declare", id, script],
          compiled(() => compileDeclarations(part, fill)),
          script,
        );
      }
      return id;
    });
  }

  function find(element: number, hasPlaceholders: boolean, props: ValueMap | undefined): Finding {
    const given = props === undefined ? null : values.encodeNames(props);
    const { shown, isFirstState, refused } = ask<EncodedFinding>(["render", element, hasPlaceholders, given]);
    return {
      output: values.decodeShown(shown),
      isFirstState,
      refused: refused.map(({ name, place, refusal }) => ({
        name,
        place: placeOf(place),
        refusal: toRefusal(refusal),
      })),
    };
  }

  /** Shows a component that an expression of the page has created. */
  function showNewElement(element: number, name: string, place: SourcePlace): Jsx {
    const { component, props } = ask<{ component: EncodedValue; props: EncodedValue }>(["component", element]);
    // Elements among the props are shown first: each is an outermost component as well.
    const use = {
      name,
      component: values.decode(component) as AuthorFunction,
      props: toMap(values.decode(props)),
      place,
    };
    const output = applyOutermost(element, use);
    ask(["settle", element, values.keepNodes(output), output.size, output.depth]);
    return output;
  }

  /** The component and everything inside it run in the browser together, or nothing of it does. */
  function applyOutermost(element: number, use: ComponentUse): Jsx {
    const found = find(element, true, undefined);
    const { output, isFirstState, refused } = found;
    if (!isFirstState && refused.length === 0) return output;
    if (refused.some(({ refusal }) => wouldFailAnywhere(refusal))) return withoutIsland(element, use, found);
    let island: Island;
    try {
      island = options.openIsland(use);
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Exhausted) throw error;
      return withoutIsland(element, use, found, error);
    }
    return island.enclose(find(element, false, island.props).output);
  }

  /** The first state, or placeholders where there is none. */
  function withoutIsland(element: number, use: ComponentUse, { output, refused }: Finding, why?: Refusal): Jsx {
    for (const { name, place, refusal } of refused) options.onRefusal(name, place, withReason(refusal, why));
    if (refused.length > 0 || why === undefined) return output;
    if (isVisible(output)) {
      options.onFirstState(use.name, use.place, why.message);
      return output;
    }
    const refusal = new Refusal("it shows nothing until its code runs in the browser", why.message);
    options.onRefusal(use.name, use.place, refusal);
    return values.decodeShown([ask<ShownNode>(["placeholder", element])]);
  }

  function emit(size: number): void {
    emitted += size;
    const { interpreterOutputMax: max } = limits;
    if (emitted > max) throw new Exhausted(`the components of this page produce more than ${max} characters`);
  }

  return {
    evaluate(code, text, line, scope) {
      const id = scope.id();
      const script = scripts.push({ file: scope.file, line }) - 1;
      return takeEvaluated(
        ask(
          ["evaluate", id, script],
          compiled(() => compileExpression(code, text, fill)),
          script,
        ),
      );
    },
    findTag(name, scope) {
      const path = name.split(".");
      if (!scope.has(path[0] ?? "")) return undefined;
      return { value: takeEvaluated(ask(["name", scope.id(), path])) };
    },
    createScope,
    addNames(outer, names) {
      const create = () => ask<number>(["scope", outer.id(), outer.file, values.encodeNames(names)]);
      return { ...lazyScope(outer.file, new Set(names.keys()), outer, create), given: names };
    },
    show: (value) =>
      toJsx(value, (refused) => {
        throw new Refusal(`it shows ${kindOf(refused)}, which cannot be printed`);
      }),
    takeChildren: childrenValue,
    applyComponent(use) {
      const { component, name, props, place } = use;
      const script = scripts.push(place) - 1;
      const element = ask<number>(["make", component.ref, name, values.encodeNames(props), [script, 1]]);
      return applyOutermost(element, use);
    },
    emit: (output) => emit(output.size),
    emitProp: (value) => emit(sizeOfValue(value)),
    fill,
  };
}

interface Finding {
  output: Jsx;
  /** It uses a hook or a handler, or asks for the browser. */
  isFirstState: boolean;
  refused: { name: string; place: SourcePlace; refusal: Refusal }[];
}

/** The name isn't defined, and in a browser it may be. */
export function unboundName(name: string): UnboundName {
  const why = isBrowserName(name) ? "needs JavaScript in the browser" : "is not defined or imported here";
  return new UnboundName(name, why);
}

function lazyScope(file: string, names: ReadonlySet<string>, outer: Scope | undefined, create: () => number): Scope {
  let known: number | undefined;
  return {
    file,
    has: (name) => names.has(name) || outer?.has(name) === true,
    id() {
      known ??= create();
      return known;
    },
  };
}

/** Code can be nested too deeply to be compiled, even if it could be parsed. */
function compiled(compile: () => string): string {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Exhausted("its code is nested too deeply");
  }
}

function toMap(value: Value): ValueMap {
  return isMap(value) ? value : new Map();
}

/** The browser could have helped where the build can't. */
function withReason(refusal: Refusal, why: Refusal | undefined): Refusal {
  if (why === undefined) return refusal;
  const explained = new Refusal(refusal.message, `it can't run in the browser: ${why.message}`);
  explained.place = refusal.place;
  return explained;
}

/** The code throws an error, or uses a name that isn't defined in a browser either. */
function wouldFailAnywhere(refusal: Refusal): boolean {
  return refusal instanceof Thrown || (refusal instanceof UnboundName && !isBrowserName(refusal.unbound));
}

/** As in React, plain text becomes a string; everything else is passed on as elements. */
function childrenValue(nodes: MarkdownNode[]): Value {
  if (nodes.length === 0) return undefined;
  if (nodes.every((node) => node.type === "text")) return nodes.map((node) => node.value ?? "").join("");
  return measureNodes(nodes);
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
