import type { SourcePlace } from "../../shared/html/html-node.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";
import type { Island } from "../islands/island.ts";
import type { PageProblems } from "../markdown/page-problems.ts";
import {
  type AuthorFunction,
  type ComponentUse,
  type IslandMark,
  isMap,
  type Jsx,
  type JsxAttribute,
  kindOf,
  type MarkdownNode,
  type Scope,
  type Value,
  type ValueMap,
  walkNodes,
} from "../page-tree.ts";
import { isBrowserName } from "./browser-names.ts";
import { compileDeclarations, compileExpression } from "./compile-code.ts";
import { type Engine, openEngine } from "./engine.ts";
import type {
  CodePlace,
  EncodedFinding,
  EncodedRefusal,
  EncodedValue,
  EngineRequest,
  ImportAnswer,
  ShownNode,
} from "./engine-messages.ts";
import { createEngineValues, measureNodes, sizeOfValue, toJsx } from "./engine-values.ts";
import { declaredNames, type ModulePart } from "./module-part.ts";
import { describeRefusal, Exhausted, Refusal, Thrown, UnboundName } from "./refusal.ts";
import type { Code } from "./syntax.ts";

/** Finds the export that an imported name refers to. Throws a Refusal if there is none. */
type FollowImport = (name: string) => ImportAnswer;

/** The facts about a file that the engine needs to resolve names. */
interface ScopeSource {
  file: string;
  /** The code parts of the file, each with its first line. */
  pieces: readonly CodePiece[];
  /** The names that the file imports. */
  imported: string[];
  follow: FollowImport;
  /** Where names that the file doesn't define are looked up. */
  outside: Scope | undefined;
}

export interface CodePiece {
  part: ModulePart;
  line: number;
}

interface InterpreterOptions {
  limits: SiteLimits;
  fill(text: string): string;
  problems: PageProblems;
  /** Prepares a component to run in the browser. Throws a Refusal if the component can't run there. */
  openIsland(use: ComponentUse): Island;
  /** Prepares the handlers of an HTML element to run in the browser. Throws a Refusal if they can't run there. */
  openHandlers(tag: string, handlers: readonly [string, AuthorFunction][]): IslandMark;
  /** Whether the browser learns who the reader is, so that expressions about the reader run there. */
  knowsReader?: boolean;
  /** The groups of the readers that the page is for; undefined if the page doesn't depend on them. */
  userGroups?: readonly string[] | undefined;
}

export type Interpreter = ReturnType<typeof createInterpreter>;

/** Evaluates the expressions and components of one page in a JavaScript engine, within the limits of the page. */
export function createInterpreter({
  limits,
  fill,
  problems,
  openIsland,
  openHandlers,
  knowsReader = false,
  userGroups,
}: InterpreterOptions) {
  let engine: Engine | undefined;
  let emitted = 0;
  let askedMember: string | undefined;
  /** The scripts that the engine knows by their number, and where each starts. */
  const scripts: SourcePlace[] = [];
  const imports = new Map<number, FollowImport>();
  const values = createEngineValues({ place: placeOf, showComponent: showNewElement });

  function ask<Answer>(request: EngineRequest, code?: string, script = 0): Answer {
    engine ??= openEngine(limits, userGroups, followImport);
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

  function takeEvaluated({ value, ref, asked }: Evaluated): Value {
    askedMember = asked;
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
        const script = addScript({ file, line });
        const code = compiled(() => compileDeclarations(part, fill));
        ask(["declare", id, script], code, script);
      }
      return id;
    });
  }

  function find(element: number, hasPlaceholders: boolean, props: ValueMap | undefined): Finding {
    const given = props === undefined ? null : values.encodeNames(props);
    const { shown, isFirstState, refused } = ask<EncodedFinding>(["render", element, hasPlaceholders, given]);
    const refusals = refused.map(({ name, place, refusal }) => {
      return { name, place: placeOf(place), refusal: toRefusal(refusal) };
    });
    return { output: values.decodeShown(shown), isFirstState, refused: refusals };
  }

  /** Shows a component that an expression of the page has created. */
  function showNewElement(element: number, name: string, place: SourcePlace): Jsx {
    const encoded = ask<{ component: EncodedValue; props: EncodedValue }>(["component", element]);
    const component = values.decode(encoded.component) as AuthorFunction;
    // Elements among the props are shown first, because each of them is an outermost component as well.
    const props = values.decode(encoded.props);
    const output = applyOutermost(element, { name, component, props: isMap(props) ? props : new Map(), place });
    ask(["settle", element, values.keepNodes(output), output.size, output.depth]);
    return output;
  }

  /** Either the component runs in the browser with everything inside it, or none of it does. */
  function applyOutermost(element: number, use: ComponentUse): Jsx {
    const found = find(element, true, undefined);
    const { output, isFirstState, refused } = found;
    if (!isFirstState && refused.length === 0) return output;
    if (refused.some(({ refusal }) => wouldFailAnywhere(refusal))) return withoutIsland(element, use, found);
    let island: Island;
    try {
      island = openIsland(use);
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Exhausted) throw error;
      return withoutIsland(element, use, found, error);
    }
    return island.enclose(find(element, false, island.props).output);
  }

  /** Shows the initial state of a component, with placeholders for the parts that the build can't show. */
  function withoutIsland(element: number, use: ComponentUse, { output, refused }: Finding, why?: Refusal): Jsx {
    for (const { name, place, refusal } of refused) reportRefusal(name, place, withReason(refusal, why));
    if (refused.length > 0 || why === undefined) return output;
    if ([...walkNodes(output.nodes)].some(isVisible)) {
      problems.report(`<${use.name}> is shown in its initial state and doesn't react to clicks or update itself`, {
        ...use.place,
        hint: `its code doesn't run in the browser: ${why.message}`,
      });
      return output;
    }
    const refusal = new Refusal("it shows nothing until its code runs in the browser", why.message);
    reportRefusal(use.name, use.place, refusal);
    return values.decodeShown([ask<ShownNode>(["placeholder", element])]);
  }

  /** Reports why a component is replaced by a placeholder. */
  function reportRefusal(name: string, place: SourcePlace, refusal: Refusal): void {
    const reason = describeRefusal(refusal, place);
    problems.report(`<${name}> cannot be shown: ${reason}`, { ...place, hint: refusal.hint });
  }

  function emit(size: number): void {
    emitted += size;
    const { interpreterOutputMax: max } = limits;
    if (emitted > max) throw new Exhausted(`the components of this page produce more than ${max} characters`);
  }

  function addScript(place: SourcePlace): number {
    return scripts.push(place) - 1;
  }

  return {
    knowsReader,
    /** Evaluates code that starts on a line of the scope's file. Throws a Refusal. */
    evaluate(code: Code, text: string, line: number, scope: Scope): Value {
      const id = scope.id();
      const script = addScript({ file: scope.file, line });
      const compiledCode = compiled(() => compileExpression(code, text, fill));
      return takeEvaluated(ask(["evaluate", id, script], compiledCode, script));
    },
    /** The member of `user` that the last evaluated code asked for, such as `name`. Only the browser knows it. */
    askedMember: () => askedMember,
    /** The author's definition of a tag such as `Card` or `cards.Small`. Throws a Refusal. */
    findTag(name: string, scope: Scope): { value: Value } | undefined {
      const path = name.split(".");
      if (!scope.has(path[0] ?? "")) return undefined;
      return { value: takeEvaluated(ask(["name", scope.id(), path])) };
    },
    createScope,
    openHandlers,
    /** A scope with additional names. They take precedence over the same names of the outer scope. */
    addNames(outer: Scope, names: ValueMap): Scope {
      const create = () => ask<number>(["scope", outer.id(), outer.file, values.encodeNames(names)]);
      return { ...lazyScope(outer.file, new Set(names.keys()), outer, create), given: names };
    },
    /** The elements that represent a value. Throws a Refusal for values that can't be shown. */
    show: (value: Value): Jsx =>
      toJsx(value, (refused) => {
        throw new Refusal(`it contains ${kindOf(refused)}, which is neither text nor an element`);
      }),
    /** Wraps elements of a page as the children of a component. */
    takeChildren: childrenValue,
    /** Shows a component. Throws only if the page has exceeded its limits. */
    applyComponent(use: ComponentUse): Jsx {
      const { component, name, props, place } = use;
      const made: CodePlace = [addScript(place), 1];
      return applyOutermost(ask<number>(["make", component.ref, name, values.encodeNames(props), made]), use);
    },
    /** Counts output that goes into the page. */
    emit: (output: Jsx) => emit(output.size),
    /** Counts a prop that is passed to an element of the page. */
    emitProp: (value: Value) => emit(sizeOfValue(value)),
    /** Replaces the docs.json variables in an author's text. */
    fill,
  };
}

interface Evaluated {
  value: EncodedValue;
  ref: number | null;
  asked?: string;
}

interface Finding {
  output: Jsx;
  /** True if the component uses a hook or a handler, or asks whether it runs in a browser. */
  isFirstState: boolean;
  refused: { name: string; place: SourcePlace; refusal: Refusal }[];
}

/** The name isn't defined during a build, but may be defined in a browser. */
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

/** Adds to a refusal the reason why the browser can't show the component either. */
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

/** Elements that only contain others. Any other element counts as visible, and so does a component. */
const containers: ReadonlySet<string> = new Set(
  "a article aside div figure footer header li main nav ol p section span ul".split(" "),
);

/** Whether a reader would see anything: text, an image, a control, or at least a colored box. */
function isVisible({ type, name, value, attributes = [] }: MarkdownNode): boolean {
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
