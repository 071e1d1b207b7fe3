import type {
  CodePlace,
  EncodedFinding,
  EncodedRefusal,
  EncodedValue,
  EngineRequest,
  ImportAnswer,
  ShownNode,
} from "./engine-messages.ts";

/**
 * Prepares the globals of the engine and answers requests of the host. The engine gets this function as text and runs
 * it, so it can't use anything outside its body. Author code can break it, but only for its own page.
 */
export function prelude(
  followImport: (scope: number, name: string) => string,
  callHost: (request: string) => string,
  formatMethods: string,
): (request: string, work?: unknown) => string {
  type Names = Record<string, unknown>;
  type Component = (props: unknown) => unknown;
  const elementSize = 64;
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;
  const limits = { outputMax: 0, treeDepthMax: 0 };
  const RealDate = Date;

  class Refusal extends Error {
    hint: string | undefined;
    constructor(message: string, hint?: string) {
      super(message);
      this.hint = hint;
    }
  }
  class Exhausted extends Error {}
  class Snippet {
    file: string;
    constructor(file: string) {
      this.file = file;
    }
  }
  /** Elements of the page. Code can pass them on, but not look inside them. */
  class Nodes {
    id: number;
    size: number;
    depth: number;
    constructor(id: number, size: number, depth: number) {
      this.id = id;
      this.size = size;
      this.depth = depth;
    }
  }
  /** `<Tag>` in code. As in React, the component is only called when the element is shown. */
  class Element {
    type: unknown;
    props: Names;
    name: string;
    place: CodePlace;
    constructor(type: unknown, props: Names, name: string, place: CodePlace) {
      this.type = type;
      this.props = props;
      this.name = name;
      this.place = place;
    }
  }

  const fragment = Symbol("fragment");
  const scopes: Names[] = [];
  const scopeFiles: string[] = [];
  const kept: unknown[] = [];
  /** What the statements of a file and its constants do, in order, until one of its names is used. */
  const waiting = new Map<Names, (() => unknown)[]>();
  /** The file and name of each function that is a constant or function of a file. */
  const definitions = new WeakMap<object, { file: string; name: string }>();
  /** Elements that the host has already shown. */
  const settled = new WeakMap<Element, Nodes>();
  /** The needs of the outermost component and of the components inside it. Undefined outside components. */
  let finding: (Omit<EncodedFinding, "shown"> & { hasPlaceholders: boolean }) | undefined;
  let lastThrown: { value: unknown; stack: string } | undefined;
  let size = 0;
  let userGroups: readonly string[] | null = null;
  let askedMember: string | undefined;

  function noteFirstState(): undefined {
    if (finding !== undefined) finding.isFirstState = true;
    return undefined;
  }

  /** Only the browser knows the reader, so a component that asks for a member runs there. The build knows the groups. */
  function readUser(_: object, member: string | symbol): unknown {
    if (member === "groups") return userGroups ?? unknownGroups();
    if (finding === undefined && typeof member === "string") askedMember = member;
    return noteFirstState();
  }

  function spend(more: number): void {
    size += more;
    if (size > limits.outputMax) {
      throw new Exhausted(`the components of this page produce more than ${limits.outputMax} characters`);
    }
  }

  function kindOf(value: unknown): string {
    if (value === null || value === undefined) return String(value);
    if (Array.isArray(value)) return "a list";
    if (value instanceof Element || value instanceof Nodes || value instanceof Snippet) return "an element";
    if (value instanceof RegExp) return "a regular expression";
    if (value instanceof RealDate) return "a date";
    return typeof value === "object" ? "an object" : `a ${typeof value}`;
  }

  // Helpers for scripts.

  /** The functions that compiled code calls, by the number of its script. */
  function createHelpers(script: number, scope: Names): object {
    return {
      scope,
      fragment,
      element(line: number, name: string, type: unknown, props: Names, children: unknown[]): Element {
        // React reserves `key` and `ref`, so components never get them as props.
        delete props.key;
        if ("ref" in props) noteFirstState();
        delete props.ref;
        if (children.length > 0) props.children = children.length === 1 ? children[0] : children;
        return new Element(type, props, name, [script, line]);
      },
      thrown(value: unknown): unknown {
        lastThrown = { value, stack: new Error().stack ?? "" };
        return value;
      },
      later: noteFirstState,
      refuse(reason: string): never {
        throw new Refusal(reason);
      },
      typeOf(type: string): string {
        // With `typeof window`, code asks whether it runs in a browser.
        if (type === "undefined") noteFirstState();
        return type;
      },
    };
  }

  /** Defines names whose values are computed on first use, so that files can import each other in cycles. */
  function declareLazily(scope: Names, names: string[], work: () => Names, isVariable = false): void {
    let isUnderWay = false;
    let failure: { error: unknown } | undefined;
    for (const name of names) {
      const get = () => {
        if (failure !== undefined) throw failure.error;
        if (runStatements(scope)) return scope[name];
        if (isUnderWay) throw new Refusal(`"${name}" is defined in terms of itself`);
        isUnderWay = true;
        try {
          const values = work();
          for (const one of names) {
            defineProperty(scope, one, { value: values[one], enumerable: true, writable: isVariable });
          }
          return values[name];
        } catch (error) {
          failure = { error };
          throw error;
        } finally {
          isUnderWay = false;
        }
      };
      const set = refuse(`it changes "${name}", which is constant`);
      defineProperty(scope, name, { get, set, enumerable: true, configurable: true });
    }
  }

  /** Runs the statements of a file once. As in a browser, a file whose statement fails has no usable names. */
  function runStatements(scope: Names): boolean {
    const steps = waiting.get(scope);
    if (steps === undefined) return false;
    waiting.delete(scope);
    try {
      for (const step of steps) step();
      // Components may be shown in any order, so only statements can change variables.
      for (const [name, { writable }] of Object.entries(Object.getOwnPropertyDescriptors(scope))) {
        if (writable === true) defineProperty(scope, name, { writable: false });
      }
    } catch (error) {
      const get = () => {
        throw error;
      };
      for (const name of Object.keys(scope)) defineProperty(scope, name, { get, configurable: true });
    }
    return true;
  }

  /** A constant that fails only matters to code that uses it. */
  function attempt(work: () => unknown): void {
    try {
      work();
    } catch {
      // The error is thrown again when the constant is used.
    }
  }

  function importName(scope: number, name: string): unknown {
    const answer: ImportAnswer = parse(followImport(scope, name));
    if ("refused" in answer) throw new Refusal(answer.refused, answer.hint);
    if ("snippet" in answer) return new Snippet(answer.snippet);
    if ("scope" in answer) return scopes[answer.scope]?.[answer.name];
    return answer.react === "default" || answer.react === "*" ? react : react[answer.react];
  }

  // Values and elements as JSON.

  function keep(value: unknown): number {
    return kept.push(value) - 1;
  }

  function encode(value: unknown): EncodedValue {
    spend(1);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "string") {
      spend(value.length);
      return value;
    }
    if (typeof value === "number") {
      if (Object.is(value, -0)) return ["number", "-0"];
      return Number.isFinite(value) ? value : ["number", String(value)];
    }
    if (typeof value === "bigint") return String(value);
    if (typeof value === "function") {
      const { name = value.name, file = null } = definitions.get(value) ?? {};
      return ["function", keep(value), String(name), file];
    }
    if (typeof value !== "object") return ["undefined"];
    if (value instanceof Snippet) return ["snippet", value.file];
    if (value instanceof Element || value instanceof Nodes) return ["shown", shownBy(value)];
    if (value instanceof Map) return ["map", [...value].map(([name, item]) => [String(name), encode(item)])];
    if (Symbol.iterator in value) return ["list", Array.from(value as Iterable<unknown>, encode)];
    if (/Date|RegExp|Promise|Error/.test(Object.prototype.toString.call(value))) return ["opaque", keep(value)];
    return ["map", Object.entries(value).map(([name, item]) => [name, encode(item)])];
  }

  function decode(value: EncodedValue): unknown {
    if (!Array.isArray(value)) return value;
    switch (value[0]) {
      case "number":
        return Number(value[1]);
      case "list":
        return value[1].map(decode);
      case "map":
        return decodeNames(value[1]);
      case "kept":
        return kept[value[1]];
      case "snippet":
        return new Snippet(value[1]);
      case "nodes":
        return new Nodes(value[1], value[2], value[3]);
      default:
        return undefined;
    }
  }

  function decodeNames(entries: [string, EncodedValue][]): Names {
    return Object.fromEntries(entries.map(([name, value]) => [name, decode(value)]));
  }

  function shownBy(value: unknown): ShownNode[] {
    const nodes: ShownNode[] = [];
    show(value, nodes, 1);
    return nodes;
  }

  /** Strings and numbers become text, lists are flattened, `false` and `null` show nothing. */
  function show(value: unknown, nodes: ShownNode[], depth: number): void {
    spend(1);
    if (value === null || value === undefined || typeof value === "boolean" || value === "") return;
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
      const text = String(value);
      spend(text.length);
      nodes.push(text);
    } else if (value instanceof Nodes) {
      spend(value.size);
      checkDepth(depth + value.depth - 1);
      nodes.push(["nodes", value.id]);
    } else if (value instanceof Element) showElement(value, nodes, depth);
    else if (typeof value === "object" && Symbol.iterator in value && !(value instanceof Map)) {
      for (const item of value as Iterable<unknown>) show(item, nodes, depth);
    } else throw new Refusal(`it contains ${kindOf(value)}, which is neither text nor an element`);
  }

  function checkDepth(depth: number): void {
    if (depth > limits.treeDepthMax) throw new Refusal(`it is nested more than ${limits.treeDepthMax} levels deep`);
  }

  function showElement(element: Element, nodes: ShownNode[], depth: number): void {
    const { type, props, name, place } = element;
    const known = settled.get(element);
    if (known !== undefined) show(known, nodes, depth);
    else if (type === fragment) show(props.children, nodes, depth);
    else if (typeof type === "function") showComponent(element, nodes, depth);
    else {
      const isTag = typeof type === "string" && (type === name || /^[a-z][a-z0-9]*$/.test(type));
      if (!isTag && !(type instanceof Snippet)) {
        throw new Refusal(`it uses <${name}>, which is ${kindOf(type)}, not a component`);
      }
      spend(elementSize);
      checkDepth(depth);
      const children: ShownNode[] = [];
      show(props.children, children, depth + 1);
      const attributes: [string, EncodedValue][] = [];
      for (const [attribute, value] of Object.entries(props)) {
        // A page without scripts can't call a function.
        if (typeof value === "function") noteFirstState();
        else if (attribute !== "children") attributes.push([attribute, encode(value)]);
      }
      if (type instanceof Snippet) nodes.push(["element", name, attributes, children, place, type.file]);
      else nodes.push(["element", String(type), attributes, children, place]);
    }
  }

  function showComponent(element: Element, nodes: ShownNode[], depth: number): void {
    if (finding === undefined) {
      nodes.push(["component", keep(element), element.name, element.place]);
      return;
    }
    const before = nodes.length;
    try {
      const component = element.type as Component;
      if (component.prototype?.render !== undefined) throw new Refusal("it is a class");
      show(component(element.props), nodes, depth);
    } catch (error) {
      const refusal = describe(error);
      if (refusal.kind === "exhausted") throw error;
      nodes.length = before;
      finding.refused.push({ name: element.name, place: element.place, refusal });
      if (finding.hasPlaceholders) nodes.push(placeholderFor(element));
    }
  }

  /** The placeholder for a component that can't be shown. It contains the component's children if they can be shown. */
  function placeholderFor({ name, props, place }: Element): ShownNode {
    let children: ShownNode[] = [];
    try {
      children = shownBy(props.children);
    } catch (error) {
      if (describe(error).kind === "exhausted") throw error;
    }
    return ["refused", name, children, place];
  }

  // Errors.

  function describe(error: unknown): EncodedRefusal {
    const { message, stack } = error instanceof Error ? error : { message: undefined, stack: "" };
    const isThrown = lastThrown !== undefined && lastThrown.value === error;
    const text = String(message ?? "");
    const refusal: EncodedRefusal = { kind: "refused", message: text, place: placeIn(stack) };
    if (error instanceof Refusal) return { ...refusal, hint: error.hint };
    if (error instanceof Exhausted) return { ...refusal, kind: "exhausted" };
    if (isThrown || !(error instanceof Error)) {
      const said = typeof error === "string" ? error : text;
      const reason = said === "" ? "it throws an error" : `it throws an error: "${said.slice(0, 200)}"`;
      return { kind: "thrown", message: reason, place: placeIn(stack) ?? placeIn(lastThrown?.stack) };
    }
    if (text === "stack overflow") {
      return { ...refusal, kind: "exhausted", message: "its code is nested too deeply, or it uses itself" };
    }
    if (text === "out of memory" || text === "string too long") {
      return { ...refusal, kind: "exhausted", message: "it needs too much memory" };
    }
    const [, unbound] = /^'(.+)' is not defined$/.exec(text) ?? [];
    if (unbound !== undefined) return { ...refusal, kind: "unbound", name: unbound };
    const [, constant] = /^'(.+)' is read-only$/.exec(text) ?? [];
    if (constant !== undefined) return { ...refusal, message: `it changes "${constant}", which is constant` };
    return { ...refusal, message: `its code fails: ${text.slice(0, 200)}` };
  }

  /** The innermost line of author code. Scripts are named by their number. */
  function placeIn(stack: string | undefined): CodePlace | undefined {
    const [, script, line] = /\bscript-(\d+):(\d+)/.exec(stack ?? "") ?? [];
    return line === undefined ? undefined : [Number(script), Number(line)];
  }

  // Globals.

  function refuse(reason: string): () => never {
    return () => {
      throw new Refusal(reason);
    };
  }

  const nothing = () => undefined;
  const start = (initial: unknown) => (typeof initial === "function" ? initial() : initial);
  /** Hooks as they behave on the first render: state has its initial value, and effects never run. */
  const hooks: Record<string, (...values: never[]) => unknown> = {
    useState: (initial: unknown) => [start(initial), nothing],
    useReducer: (_: unknown, initial: unknown, init: unknown) => [
      typeof init === "function" ? init(initial) : initial,
      nothing,
    ],
    useMemo: (work: () => unknown) => work(),
    useCallback: (work: unknown) => work,
    useRef: (initial: unknown) => ({ current: initial }),
    useId: () => "id",
    useEffect: nothing,
    useLayoutEffect: nothing,
    useInsertionEffect: nothing,
    useTransition: () => [false, nothing],
    useImperativeHandle: nothing,
    useDebugValue: nothing,
    useSyncExternalStore: (_: unknown, now: () => unknown, first?: () => unknown) => (first ?? now)(),
    startTransition: nothing,
    useDeferredValue: (value: unknown) => value,
  };
  const itself = (component: unknown) => component;
  // Functions that wrap a component return it unchanged. Classes can be defined, but not shown.
  const known: Names = {
    memo: itself,
    forwardRef: itself,
    Component: class {},
    PureComponent: class {},
    Fragment: fragment,
    StrictMode: fragment,
  };
  for (const [name, hook] of Object.entries(hooks)) {
    known[name] = (...values: never[]) => {
      noteFirstState();
      return hook(...values);
    };
  }
  Object.assign(globalThis, known);
  /** The names that a build doesn't have are refused like globals, so that components with them run in the browser. */
  const react: Names = new Proxy(known, {
    get(names, name) {
      if (!(name in names)) throw new ReferenceError(`'${String(name)}' is not defined`);
      return names[String(name)];
    },
  });

  const unknownGroups = refuse("it asks for the groups of the reader other than with user.groups in the page");
  const unknownMembers = refuse(
    "it asks which members user has, which depends on the reader; name one, as in user.name",
  );
  const unknownTime = refuse("it asks for the current time, which only a browser knows");

  function askHost(request: { kind: string; locales?: unknown; options?: unknown; method: string; args: unknown[] }) {
    const args = request.args.map((given) => {
      const value = given instanceof RealDate ? given.getTime() : given;
      if (value === undefined) return "NaN";
      if (Object.is(value, -0)) return "-0";
      // JSON can't represent these numbers, so they are sent as text, which number formats also accept.
      return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
        ? String(value)
        : value;
    });
    const answer = parse(callHost(stringify({ ...request, args })));
    if ("refused" in answer) throw new Refusal(answer.refused);
    return answer.value;
  }

  /** A class such as `Intl.NumberFormat`, whose methods let the host format the value. */
  function formatClass(kind: string, methods: string[]): unknown {
    return function Format(locales: unknown, options: unknown) {
      const made: Names = {};
      for (const method of methods) {
        made[method] = (...args: unknown[]) => {
          if (kind === "DateTimeFormat" && method.startsWith("format") && args[0] === undefined) unknownTime();
          return askHost({ kind, locales, options, method, args });
        };
      }
      return made;
    };
  }

  function setGlobals(): void {
    const formats = Object.entries<string[]>(parse(formatMethods)).map(([kind, methods]) => [
      kind,
      formatClass(kind, methods),
    ]);
    Object.assign(globalThis, {
      Intl: Object.fromEntries(formats),
      React: react,
      user: new Proxy({}, { get: readUser, has: unknownMembers, ownKeys: unknownMembers }),
      // Console output isn't meant for readers.
      console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing },
      btoa: (text: unknown) => askHost({ kind: "btoa", method: "", args: [String(text)] }),
      Date: new Proxy(RealDate, {
        apply: unknownTime,
        construct(target, args, made) {
          if (args.length === 0) unknownTime();
          const [given] = args;
          const known = args.length === 1 && typeof given === "string" ? [RealDate.parse(given)] : args;
          return Reflect.construct(target, known, made);
        },
      }),
    });
    RealDate.prototype.constructor = Date;
    RealDate.now = unknownTime;
    RealDate.parse = (text) => askHost({ kind: "Date", method: "parse", args: [String(text)] }) ?? Number.NaN;
    Math.random = refuse("it uses random numbers, and a page must be the same in every build");
    setMethods();
    // Removed, because their results depend on the garbage collector, on the time, or on where the code runs.
    for (const name of ["WeakRef", "FinalizationRegistry", "SharedArrayBuffer", "Promise", "eval", "globalThis"]) {
      Reflect.deleteProperty(globalThis, name);
    }
  }

  function setMethods(): void {
    const setMethod = (prototype: object, name: string, value: (this: never, ...args: never[]) => unknown) =>
      defineProperty(prototype, name, { value, writable: true, configurable: true });
    const localized: [prototype: object, kind: string, methods: string[]][] = [
      [RealDate.prototype, "Date", ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]],
      [Number.prototype, "NumberFormat", ["toLocaleString"]],
      [BigInt.prototype, "NumberFormat", ["toLocaleString"]],
      [String.prototype, "String", ["toLocaleUpperCase", "toLocaleLowerCase", "localeCompare"]],
    ];
    for (const [prototype, kind, methods] of localized) {
      for (const name of methods) {
        const method = kind === "NumberFormat" ? "format" : name;
        setMethod(prototype, name, function (this: object, ...given: unknown[]) {
          // Only `localeCompare` has an argument before the locale.
          const compared = name === "localeCompare" ? [String(given.shift())] : [];
          const [locales, options] = given;
          return askHost({ kind, locales, options, method, args: [this.valueOf(), ...compared] });
        });
      }
    }
    for (const method of ["toString", "toTimeString"] as const) {
      const original = RealDate.prototype[method];
      setMethod(RealDate.prototype, method, function (this: Date) {
        const text = original.call(this);
        return text.endsWith("+0000") ? `${text} (Coordinated Universal Time)` : text;
      });
    }
    setMethod(Array.prototype, "toLocaleString", function (this: unknown[], locales: never, options: never) {
      const texts = this.map((item) => (item === null || item === undefined ? "" : Object(item)));
      return texts.map((item) => item.toLocaleString(locales, options)).join(",");
    });
  }

  // Requests of the host.

  function answer(request: EngineRequest, work: unknown): unknown {
    // These requests open files while another request is running, so they don't reset the size.
    if (!["scope", "import", "declare"].includes(request[0])) size = 0;
    switch (request[0]) {
      case "limit":
        [, limits.outputMax, limits.treeDepthMax, userGroups] = request;
        return null;
      case "scope": {
        const [, parent, file, names] = request;
        const scope: Names = Object.create(scopes[parent] ?? null);
        for (const [name, value] of names) defineProperty(scope, name, { value: decode(value), enumerable: true });
        scopeFiles.push(file);
        return scopes.push(scope) - 1;
      }
      case "import": {
        const [, id, names] = request;
        for (const name of names) declareLazily(scopeOf(id), [name], () => ({ [name]: importName(id, name) }));
        return null;
      }
      case "declare":
        declareAll(request[1], request[2], work as (helpers: object) => [string[], () => Names][]);
        return null;
      case "evaluate": {
        const helpers = createHelpers(request[2], scopeOf(request[1]));
        askedMember = undefined;
        return evaluated((work as (helpers: object) => unknown)(helpers));
      }
      case "name": {
        const [, id, [root = "", ...rest]] = request;
        let value = scopeOf(id)[root];
        for (const part of rest) value = (value as Names)[part];
        return evaluated(value);
      }
      case "make": {
        const [, component, name, props, place] = request;
        return keep(new Element(kept[component], decodeNames(props), name, place));
      }
      case "render":
        return render(request[1], request[2], request[3]);
      case "component": {
        const { type, props } = kept[request[1]] as Element;
        return { component: encode(type), props: encode(props) };
      }
      case "placeholder":
        return placeholderFor(kept[request[1]] as Element);
      case "settle": {
        const [, element, id, nodesSize, depth] = request;
        settled.set(kept[element] as Element, new Nodes(id, nodesSize, depth));
        return null;
      }
    }
  }

  function scopeOf(id: number): Names {
    return scopes[id] ?? {};
  }

  function evaluated(value: unknown): { value: EncodedValue; ref: number | null; asked: string | undefined } {
    const isKept = typeof value === "object" && value !== null;
    return { value: encode(value), ref: isKept ? keep(value) : null, asked: askedMember };
  }

  function declareAll(
    id: number,
    script: number,
    list: (helpers: object) => [names: string[], work: () => Names, isVariable?: boolean][],
  ): void {
    const scope = scopeOf(id);
    const file = scopeFiles[id] ?? "";
    const declared = list(createHelpers(script, scope));
    const hasStatements = declared.some(([names]) => names.length === 0);
    if (hasStatements) {
      const steps = declared.map(([[name], work]) => (name === undefined ? work : () => attempt(() => scope[name])));
      waiting.set(scope, [...(waiting.get(scope) ?? []), ...steps]);
    }
    for (const [names, work, isVariable = false] of declared) {
      const define = () => {
        const values = work();
        for (const name of names) {
          const value = values[name];
          if (typeof value === "function" && !definitions.has(value)) definitions.set(value, { file, name });
        }
        return values;
      };
      declareLazily(scope, names, define, isVariable && hasStatements);
    }
  }

  function render(id: number, hasPlaceholders: boolean, props: [string, EncodedValue][] | null): EncodedFinding {
    const element = kept[id] as Element;
    const used = props === null ? element : { ...element, props: decodeNames(props) };
    const found = { isFirstState: false, refused: [], hasPlaceholders };
    finding = found;
    try {
      const shown: ShownNode[] = [];
      showComponent(used, shown, 1);
      const { isFirstState, refused } = found;
      return { shown, isFirstState, refused };
    } finally {
      finding = undefined;
    }
  }

  setGlobals();
  return (request, work) => {
    try {
      return stringify({ done: answer(parse(request), work) });
    } catch (error) {
      return stringify({ refused: describe(error) });
    }
  };
}
