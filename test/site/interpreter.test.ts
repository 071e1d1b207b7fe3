import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Statement } from "acorn";
import { describe, expect, test } from "vitest";
import { interpret } from "./interpret.ts";

describe("author code evaluates as in JavaScript", () => {
  test.each([
    ["3", 3],
    ["-1.5", -1.5],
    ["'a' + 1 + true", "a1true"],
    ["1 + 2 * 3 - 4 / 2 % 3 + 2 ** 3", 13],
    ["[1, 'a', { b: 2 }]", [1, "a", { b: 2 }]],
    ["{ a: { 'b-c': [] }, 1: 2, ['d' + 'e']: 3 }", { a: { "b-c": [] }, 1: 2, de: 3 }],
    ["{ word, ...nested, word: 'last' }", { word: "last", list: [1, { deep: true }] }],
    ["[0, ...nested.list, ...'ab']", [0, 1, { deep: true }, "a", "b"]],
    ["nested.list[1].deep", true],
    ["nested?.missing?.deeper.still()", undefined],
    ["word.length + nested.list.length + word[0]", "7g"],
    [`\`a \${word} b \${1}\``, "a green b 1"],
    ["!word || typeof word", "string"],
    ["word === 'green' && word != null", true],
    ["undefined == null && '1' == 1 && NaN !== NaN", true],
    ["'a' < 'b' && 10 > 9 && 2 <= 2 && 3 >= 3", true],
    ["null ?? 'x'", "x"],
    ["0 || false ? 'a' : 'b'", "b"],
    ["((a, { b = 2, ...rest } = {}, ...more) => [a, b, rest, more])(1, { c: 3 }, 4, 5)", [1, 2, { c: 3 }, [4, 5]]],
    ["(([a, , c = 3, ...d]) => [a, c, d])([1, 2, undefined, 4])", [1, 3, [4]]],
    ["double(21)", 42],
    ["later", "defined below"],
    ["pick(true) + pick(false)", "yesno"],
    ["outer(2)", 6],
    ["tools.shout('a')", "A!"],
    ["[3, 1, 2].sort()", [1, 2, 3]],
    ["[3, 1, 2].sort((a, b) => b - a).map((n, i) => n * i)", [0, 2, 2]],
    ["[1, 2, 3, 4].filter((n) => n % 2).concat([5], 6).reverse()", [6, 5, 3, 1]],
    ["[[1, [2]], [3]].flat().concat([[4, [5]]].flat(9))", [1, [2], 3, 4, 5]],
    ["[1, 2].some((n) => n > 1) && [1, 2].every((n) => n > 0) && [1, 2].find((n) => n > 1)", 2],
    ["[1, null, 'b'].join('-') + [1, 2].includes(2) + [1, 2].indexOf(3)", "1--btrue-1"],
    ["[1, 2, 3].slice(1) && [0, '', 'x'].filter(Boolean)", ["x"]],
    ["' A,b '.trim().toLowerCase().split(',')", ["a", "b"]],
    ["'a-b-c'.replace('-', '+').replaceAll('-', '*').slice(1).concat('!', 1)", "+b*c!1"],
    ["'$&'.replace('$', \"$'\")", "&&"],
    ["'abc'.startsWith('a') && 'abc'.endsWith('c') && 'abc'.includes('b') && 'abc'.indexOf('z')", -1],
    ["'ab'.toUpperCase() + String(1) + Number('2')", "AB12"],
    ["Object.keys(nested).concat(Object.values({ a: 1 }), Object.entries({ b: 2 }))", ["list", 1, ["b", 2]]],
    ["Array.isArray([]) && user.name", undefined],
  ])("author code evaluates as in JavaScript: %s", (source, value) => {
    const module = `
      const word = "green";
      export const nested = { list: [1, { deep: true }] };
      function double(n) { return n * 2 }
      const { later } = { later: below };
      const below = "defined below";
      const pick = (flag) => { if (flag) { const answer = "yes"; return answer } else return "no" };
      const outer = (n) => { const add = n + 1; return inner(2); function inner(m) { return add * m } };
      const tools = { shout: (text) => text.toUpperCase() + "!" };
    `;
    expect(interpret(source, module)).toEqual({ value });
  });
});

describe("functions of author code run as in JavaScript", () => {
  test.each([
    ["let a = 1; a += 2; a++; a ??= 9; return a", 4],
    ["let a = 1, b = 2; [a, b] = [b, a]; return [a, b]", [2, 1]],
    ["let a; ({ a = 4 } = {}); return a", 4],
    ["const o = { n: 1 }; o.n += 1; o.list ||= []; o.list.push(3, 4); o.list[0] = 5; return o", { n: 2, list: [5, 4] }],
    [
      "const l = [3, 1, 2]; l.sort(); l.unshift(0); const last = l.pop(); return [...l, last, l.length]",
      [0, 1, 2, 3, 3],
    ],
    [
      "const l = [1, 2, 3, 4]; const cut = l.splice(1, 2); l.reverse(); return [l, cut]",
      [
        [4, 1],
        [2, 3],
      ],
    ],
    ["const l = []; for (let i = 0; i < 3; i++) l.push(() => i); return l.map((f) => f())", [0, 1, 2]],
    [
      "const l = []; for (const [k, v] of Object.entries({ a: 1, b: 2 })) { if (v === 2) continue; l.push(k) } return l",
      ["a"],
    ],
    ["const l = []; for (const k in { a: 1, b: 2 }) l.push(k); return l", ["a", "b"]],
    ["let n = 0; while (true) { n += 1; if (n > 4) break } return n", 5],
    [
      "let s = ''; switch (2) { case 1: s += 'a'; case 2: s += 'b'; case 3: s += 'c'; break; default: s += 'd' } return s",
      "bc",
    ],
    ["try { throw new Error('x') } catch (e) { return e.message } finally { 1 }", "x"],
    ["try { return localStorage.getItem('a') } catch { return 'none' }", "none"],
    [
      "const m = new Map([['a', 1]]); m.set('b', 2); return [m.get('b'), m.size, m.has('c'), [...m]]",
      [
        2,
        2,
        false,
        [
          ["a", 1],
          ["b", 2],
        ],
      ],
    ],
    ["const s = new Set([1, 1, 2]); s.add(2); s.add(3); return [s.size, s.has(3), [...s]]", [3, true, [1, 2, 3]]],
    [
      "const g = [1, 2, 3].reduce((all, n) => { (all[n % 2] ??= []).push(n); return all }, {}); return g",
      { 0: [2], 1: [1, 3] },
    ],
    [
      "const r = /(\\w)=(\\d+)/g; const l = []; let m; while ((m = r.exec('a=1, b=22')) !== null) l.push([m.index, m[1], m[2]]); return l",
      [
        [0, "a", "1"],
        [5, "b", "22"],
      ],
    ],
    ["return 'some_words here'.replace(/_/g, ' ').replace(/\\b\\w/g, (l) => l.toUpperCase())", "Some Words Here"],
    [
      "return ['a1b22'.split(/\\d+/), 'x-y'.replace(/(x)-(y)/, '$2$1$&$$'), 'aXbx'.match(/x/gi), /^a{2,3}$/.test('aaa')]",
      [["a", "b", ""], "yxx-y$", ["X", "x"], true],
    ],
    [
      "return [/a(?!b)/.test('ab'), /a(?=b)/.test('ab'), /<.+?>/.exec('<a><b>')[0], /[^\\s-]+/.exec(' -x y')[0]]",
      [false, true, "<a>", "x"],
    ],
    [
      "return [typeof window, 'a' in { a: 1 }, 'ab'.repeat(2), '7'.padStart(3, '0'), (1234.5).toLocaleString(), (1.005).toFixed(1)]",
      ["undefined", true, "abab", "007", "1,234.5", "1.0"],
    ],
    [
      "return [Math.max(1, 3), Math.floor(1.5), Number.isNaN(NaN), parseInt('12px', 10), btoa('a'), encodeURIComponent('a b')]",
      [3, 1, true, 12, "YQ==", "a%20b"],
    ],
    [
      "return [Array.from({ length: 2 }, (_, i) => i), Object.fromEntries([['a', 1]]), Object.assign({}, { b: 2 }), [1, [2]].flatMap((x) => x)]",
      [[0, 1], { a: 1 }, { b: 2 }, [1, 2]],
    ],
    [
      "return JSON.stringify({ a: [1, { b: null }], f: () => 1 }, null, 2)",
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}',
    ],
    ["console.log('x'); const wait = async () => { await fetch('/x') }; return { a() { return 1 } }.a()", 1],
  ])("a function of author code runs as in JavaScript: %s", (body, value) => {
    expect(interpret(`(() => { ${body} })()`)).toEqual({ value });
  });
});

describe("changes that author code makes to built-in objects don't affect the next page", () => {
  test.each([
    ["Object.keys = 1", "Object.keys({ a: 1 })", ["a"]],
    ["(user.name = 'x')", "user.name", undefined],
    ["(Math.PI, Object.assign(Math, { abs: 3 }))", "Math.abs(-1)", 1],
    ["(Object.prototype.polluted = 1)", "({}).polluted", undefined],
    ["(Array.prototype.map = () => 'x')", "[1].map((n) => <b>{n}</b>).length", 1],
    ["(Array.prototype[Symbol.iterator] = undefined)", "[...[1]]", [1]],
    ["(JSON.stringify = JSON.parse = undefined)", "JSON.stringify([1])", "[1]"],
    ["(String.prototype.slice = undefined)", "'ab'.slice(1)", "b"],
    ["(Object.entries = () => [['x', 1]])", "Object.entries({ a: 2 })", [["a", 2]]],
    ["(Error.prototype.toString = undefined)", "String(new Error('a'))", "Error: a"],
    ["(React.useState = undefined)", "useState(1)[0]", 1],
  ])("author code doesn't affect the next page: %s", (change, expression, value) => {
    expect(Object.keys(interpret(change))).toHaveLength(1);
    expect(interpret(expression)).toEqual({ value });
  });

  test("author code can't change a constant of the page", () => {
    expect(interpret("(() => { shared = 2 })()", "const shared = 1;")).toEqual({
      refused: 'it changes "shared", which is constant',
    });
  });
});

test("author code that replaces the functions behind JSX only harms its own page", () => {
  const module = "const A = () => { Array.prototype.push = Object.entries = undefined; return <b title='x'>y</b> };";
  expect(interpret("<A />", module)).toEqual({ refused: expect.any(String) });
  expect(interpret("<b>y</b>")).toMatchObject({ value: [{ name: "b", children: [{ value: "y" }] }] });
});

test("a component with hooks and handlers is shown in its initial state", () => {
  const module = `
    import { useRef } from "react";
    const Counter = ({ start }) => {
      const [count, setCount] = useState(() => start);
      const [open] = React.useState(false);
      const label = useMemo(() => "n" + count, [count]);
      const add = useCallback(async () => setCount(count + 1), []);
      useEffect(() => { document.title = label; }, [label]);
      if (typeof window !== "undefined") return window.name;
      return <button onClick={add} title={label}>{count}{open && "open"}</button>;
    };`;
  expect(interpret("<Counter start={2} />", module)).toMatchObject({
    value: [
      { name: "button", attributes: [{ name: "title", value: { evaluated: "n2" } }], children: [{ value: "2" }] },
    ],
  });
});

describe("author code that needs features a build doesn't have is refused", () => {
  test.each([
    ["alert(1)", 'it uses "alert", which needs JavaScript in the browser'],
    ["globalThis", 'it uses "globalThis"'],
    ["window.location", 'it uses "window", which needs JavaScript in the browser'],
    ["process.env", 'it uses "process", which is not defined or imported here'],
    ["require('fs')", 'it uses "require"'],
    ["new Date()", "it asks for the current time"],
    ["Date.now()", "it asks for the current time"],
    ["Date()", "it asks for the current time"],
    ["new Intl.DateTimeFormat('en').format()", "it asks for the current time"],
    ["Math.random()", "it uses random numbers"],
    ["setTimeout(() => 1)", 'it uses "setTimeout"'],
    ["new Promise(() => 1)", 'it uses "Promise", which needs JavaScript in the browser'],
    ["eval('1')", 'it uses "eval"'],
    ["localStorage.getItem('a')", 'it uses "localStorage", which needs JavaScript in the browser'],
    ["(() => { throw new Error('no such thing') })()", 'it throws an error: "no such thing"'],
    ["(() => { throw 'text' })()", 'it throws an error: "text"'],
    ["new RegExp('(')", "its code fails: "],
    ["(a = 1)", 'it uses "a", which is not defined or imported here'],
    ["import('x')", "it has an import()"],
    ["import.meta.url", 'it has "import.meta"'],
    ["await 1", 'it has an "await"'],
    ["null.a", "its code fails: cannot read property 'a' of null"],
    ["'a'()", "its code fails: not a function"],
    ["btoa('😀')", "its code fails: "],
    ["(5).toLocaleString('en', { style: 'currency' })", "its code fails: "],
    ["<A />", "it uses <A>, which is an object, not a component"],
    ["<b>{...[1]}</b>", "it does not parse"],
    ["<b>{{ a: 1 }}</b>", "it contains an object, which is neither text nor an element"],
    ["<b>{() => 1}</b>", "it contains a function, which is neither text nor an element"],
    ["<b>{(async () => 1)()}</b>", "it contains an object, which is neither text nor an element"],
    ["<b>{new Date(0)}</b>", "it contains a date, which is neither text nor an element"],
    ["1)(2", "it does not parse"],
    ["not javascript", "it does not parse"],
  ])("author code that a build can't run is refused: %s", (source, reason) => {
    expect(interpret(source, "const A = {};")).toEqual({ refused: expect.stringContaining(reason) });
  });
});

test("author code can't reach any object of the host, however it finds the global object", () => {
  const names = "['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'Buffer', 'lectern$']";
  for (const globals of ["(function () { return this })", "[].constructor.constructor('return this')"]) {
    expect(interpret(`${names}.filter((name) => name in Object(${globals}()))`)).toEqual({ value: [] });
  }
  expect(interpret("({}).constructor.constructor('return typeof process')()")).toEqual({ value: "undefined" });
});

test("the time zone of author code is UTC, whatever the time zone of the machine", () => {
  expect(interpret("[new Date(2024, 0, 1).toISOString(), new Date(0).getTimezoneOffset()]")).toEqual({
    value: ["2024-01-01T00:00:00.000Z", 0],
  });
});

test("constants with circular definitions are refused, and other constants still work", () => {
  const module = "const a = b; const b = a; const fine = 1; const f = () => g(); const g = () => f();";
  expect(interpret("a", module)).toEqual({ refused: '"a" is defined in terms of itself' });
  expect(interpret("fine", module)).toEqual({ value: 1 });
  expect(interpret("f()", module)).toEqual({ refused: expect.stringContaining("nested too deeply") });
});

test("JSX in author code becomes the same nodes that the parser creates for a page", () => {
  const { value } = interpret(
    "<Card title='a&amp;b' {...{ href: '/x', key: 1 }} horizontal key='k'>\n  one\n    two {3}\n  <b>{word}</b>\n</Card>",
    "const word = 'bold'",
  ) as { value: unknown };
  expect(value).toMatchObject([
    {
      type: "mdxJsxFlowElement",
      name: "Card",
      attributes: [
        { name: "title", value: { evaluated: "a&b" } },
        { name: "href", value: { evaluated: "/x" } },
        { name: "horizontal", value: { evaluated: true } },
      ],
      children: [
        { type: "text", value: "one two " },
        { type: "text", value: "3" },
        { type: "mdxJsxTextElement", name: "b", children: [{ type: "text", value: "bold" }], source: { line: 4 } },
      ],
      source: { file: "a.mdx", line: 1 },
    },
  ]);
});

test("a JSX fragment works without React, even if it is imported from React", () => {
  const module =
    'import React, { Fragment } from "react"; const A = () => <React.Fragment><Fragment>x</Fragment></React.Fragment>;';
  expect(interpret("<A />", module)).toMatchObject({ value: [{ type: "text", value: "x" }] });
});

test("a component can choose its tag, be stored in an object, and use fragments", () => {
  const module = `
    const Title = ({ level, children }) => { const Tag = "h" + level; return <Tag id="t">{children}</Tag> };
    const parts = { Row: (props) => <>{props.a}<React.Fragment>{props.children}</React.Fragment></> };
  `;
  expect(interpret("<Title level={3}>x</Title>", module)).toMatchObject({ value: [{ name: "h3" }] });
  expect(interpret("<parts.Row a='1'>2</parts.Row>", module)).toMatchObject({
    value: [{ value: "1" }, { value: "2" }],
  });
  expect(interpret("<word />", "const word = () => <b />")).toMatchObject({ value: [{ name: "word" }] });
  expect(interpret("<Bad />", "const Bad = 'script onload'")).toEqual({
    refused: "it uses <Bad>, which is a string, not a component",
  });
});

test("a component inside another one that can't be shown becomes a placeholder", () => {
  const module = "const Inner = () => window.x; const Outer = () => <div><Inner>kept</Inner>after</div>;";
  expect(interpret("<Outer />", module)).toMatchObject({
    value: [
      {
        name: "div",
        children: [{ name: "Inner", isRefused: true, children: [{ value: "kept" }] }, { value: "after" }],
      },
    ],
  });
});

describe("the statements at the top of a file run in order", () => {
  /** What `list` is after each kind of statement. Kinds without a case can't be at the top of a file. */
  const statements: Record<Statement["type"], [code: string, list: unknown[]][]> = {
    ExpressionStatement: [
      ["list.push(1);", [0, 1]],
      ["list[1] = list.length;", [0, 1]],
      ["delete list[0]; list[0] = 5;", [5]],
      ["'use client';", [0]],
    ],
    EmptyStatement: [[";", [0]]],
    DebuggerStatement: [["debugger;", [0]]],
    IfStatement: [["if (list.length === 1) list.push(1); else list.push(2);", [0, 1]]],
    ForStatement: [["for (let n = 1; n < 3; n++) list.push(n);", [0, 1, 2]]],
    ForOfStatement: [["for (const n of [1, 2]) list.push(n);", [0, 1, 2]]],
    ForInStatement: [["for (const key in { a: 1 }) list.push(key);", [0, "a"]]],
    WhileStatement: [["while (list.length < 3) list.push(1);", [0, 1, 1]]],
    DoWhileStatement: [["do list.push(1); while (list.length < 3);", [0, 1, 1]]],
    SwitchStatement: [["switch (list.length) { case 1: list.push(1); break; default: list.push(2); }", [0, 1]]],
    TryStatement: [["try { missing() } catch { list.push(1) } finally { list.push(2) }", [0, 1, 2]]],
    LabeledStatement: [["outer: for (;;) { list.push(1); break outer; }", [0, 1]]],
    BlockStatement: [["{ const one = 1; function add() { list.push(one) } add(); }", [0, 1]]],
    FunctionDeclaration: [["fill(list); function fill(some) { some.push(1) }", [0, 1]]],
    VariableDeclaration: [
      ["const more = [...list, 7]; list.push(8); list.push(...more);", [0, 8, 0, 7]],
      ["const broken = window.x; list.push(1);", [0, 1]],
      ["let n = 1; n += 1; list.push(n++, n);", [0, 2, 3]],
      ["let n; try { n = 1 } catch {} list.push(n);", [0, 1]],
      ["let [a, b] = [1, 2]; [a, b] = [b, a]; list.push(a, b);", [0, 2, 1]],
      ["var Kind; (function (kind) { kind.A = 1 })(Kind || (Kind = {})); list.push(Kind.A);", [0, 1]],
      ["let add = () => 1; add = wrap(add); list.push(add()); function wrap(one) { return () => one() + 1 }", [0, 2]],
    ],
    ClassDeclaration: [["class Maker { static { list.push(1) } } new Maker();", [0, 1]]],
    ThrowStatement: [],
    BreakStatement: [],
    ContinueStatement: [],
    ReturnStatement: [],
    WithStatement: [],
  };
  test.each(Object.values(statements).flat())("%s", (code, list) => {
    expect(interpret("list", `const list = [0];\n${code}`)).toEqual({ value: list });
  });

  test.each([
    ["list = [1];", 'it changes "list", which is constant'],
    ["window.list = list;", 'it uses "window", which needs JavaScript in the browser'],
    ["throw new Error('no');", 'it throws an error: "no"'],
    ["await list;", 'it has an "await"'],
    ["missing.push(1);", 'it uses "missing", which is not defined or imported here'],
  ])("a statement that fails is the reason why the names of its file can't be used: %s", (statement, reason) => {
    for (const name of ["list", "other"]) {
      const found = interpret(
        `[() => ${name}, () => ${name}].map((get) => get())`,
        `const other = 1; const list = [0];\n${statement}`,
      );
      expect(found).toEqual({ refused: expect.stringContaining(reason) });
    }
  });

  test("only statements can change variables, because components may be shown in any order", () => {
    expect(interpret("next()", "let n = 0; n = 1; const next = () => ++n;")).toEqual({
      refused: expect.stringContaining('it changes "n", which is constant'),
    });
  });

  test("components can be properties of other components", () => {
    const module = "const A = () => <i />; A.B = () => <b />; A.displayName = 'A';";
    expect(interpret("<A.B />", module)).toMatchObject({ value: [{ name: "b" }] });
  });
});

test("the build has every name of React that the browser has, or says that only the browser has it", () => {
  const text = readFileSync(join(import.meta.dirname, "../../web/site/islands/react.ts"), "utf8");
  const [, list = ""] = /export \{([^}]*)\} from "preact\/compat"/.exec(text) ?? [];
  const names = list.match(/\w+/g) ?? [];
  expect(names).toContain("createContext");
  for (const name of names) {
    const answers = [{ value: true }, { refused: `it uses "${name}", which needs JavaScript in the browser` }];
    for (const code of [`React.${name} !== undefined`, `${name} !== undefined`]) {
      expect(answers).toContainEqual(interpret(code));
    }
  }
});
