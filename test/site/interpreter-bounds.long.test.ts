import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSiteLimits } from "../../src/site/shared/site-limits.ts";
import { interpret } from "./interpret.ts";

/** Constants that each double the previous one: the last would be far larger than any memory. */
function doubling(first: string, next: (name: string) => string, times = 60): string {
  const lines = [`const a0 = ${first};`];
  for (let index = 1; index <= times; index += 1) lines.push(`const a${index} = ${next(`a${index - 1}`)};`);
  return lines.join("\n");
}

const deep = 10_000;
const bombs: Record<string, [string, string]> = {
  "a list that doubles": ["a60.length", doubling("[1]", (a) => `[...${a}, ...${a}]`)],
  "a list that doubles by concat": ["a60.length", doubling("[1]", (a) => `${a}.concat(${a})`)],
  "a list that doubles by flat": ["a60.length", doubling("[1]", (a) => `[${a}, ${a}].flat()`)],
  "lists in lists, flattened": ["a60.flat(99).length", doubling("[1]", (a) => `[${a}, ${a}]`)],
  "lists in lists, shown": ["<b>{a60}</b>", doubling("[1]", (a) => `[${a}, ${a}]`)],
  "lists in lists, as a prop": ["<b title={a60} />", doubling("[1]", (a) => `[${a}, ${a}]`)],
  "objects in objects, as a prop": ["<b style={a60} />", doubling("({})", (a) => `({ a: ${a}, b: ${a} })`)],
  "a text that doubles by +": ["a60.length", doubling("'x'", (a) => `${a} + ${a}`)],
  "a text that doubles by a template": ["a60.length", doubling("'x'", (a) => `\`\${${a}}\${${a}}\``)],
  "a text that doubles by concat": ["a60.length", doubling("'x'", (a) => `${a}.concat(${a})`)],
  "a text that doubles by join": ["a60.length", doubling("'x'", (a) => `[${a}, ${a}].join(${a})`)],
  "a text that grows by replace": ["a60.length", doubling("'xx'", (a) => `${a}.replaceAll('x', ${a})`)],
  "a text that is split into letters again and again": [
    "f(1000)",
    `${doubling("'x'", (a) => `${a} + ${a}`, 13)} const f = (n) => a13.split('').length + f(n - 1);`,
  ],
  "elements that double": ["a60", doubling("<b />", (a) => `<i>{${a}}{${a}}</i>`)],
  "components that double": ["<A n={60} />", "const A = ({ n }) => n ? <i><A n={n - 1} /><A n={n - 1} /></i> : <b />;"],
  "children that double": [
    "<A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A><A>x</A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A></A>",
    "const A = ({ children }) => <i>{children}{children}{children}</i>;",
  ],
  "a function that calls itself": ["f()", "const f = () => f();"],
  "a function that calls itself twice": ["f(60)", "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);"],
  "a component that uses itself": ["<A />", "const A = () => <A />;"],
  "components that use each other": ["<A />", "const A = () => <B />; function B() { return <div><A /></div> }"],
  "a default that calls its own function": ["f()", "const f = (a = f()) => a;"],
  "callbacks in callbacks": [
    "l.map(() => l.map(() => l.map(() => l.map(() => l.map(() => l.map(() => 1))))))",
    "const l = [1,2,3,4,5,6,7,8,9,10,11,12];",
  ],
  "a list sorted with an inconsistent comparison": [
    "l.map(() => l.map(() => l.sort(() => 1)))",
    `const l = ${JSON.stringify(Array(200).fill(1))};`,
  ],
  "an endless for loop": ["f()", "const f = () => { for (;;) {} };"],
  "an endless while loop": ["f()", "const f = () => { while (true); };"],
  "a list that grows while it is walked": ["f()", "const f = () => { const l = [1]; for (const a of l) l.push(a) };"],
  "a list that grows by pushing itself": ["f()", "const f = () => { const l = [1]; while (l.length) l.push(...l) };"],
  "a list that holds itself, flattened": [
    "f()",
    "const f = () => { const l = []; l.push(l); return l.flat(Infinity) };",
  ],
  "a list that holds itself, shown": ["<b>{f()}</b>", "const f = () => { const l = []; l.push(l, l); return l };"],
  "an object that holds itself, as a prop": [
    "<b style={f()} />",
    "const f = () => { const o = {}; o.o = o; return o };",
  ],
  "an object that holds itself, as JSON": [
    "JSON.stringify(f())",
    "const f = () => { const o = {}; o.o = o; return o };",
  ],
  "a text that grows in a loop": ["f()", "const f = () => { let s = 'x'; for (;;) s += s };"],
  "a huge list from a length": ["Array.from({ length: 1e12 })", ""],
  "a huge list from a constructor": ["Array(1e9).fill(1)", ""],
  "a huge text from repeat": ["'x'.repeat(1e12)", ""],
  "a huge text from padding": ["'x'.padStart(1e12, 'ab')", ""],
  "a pattern with exponential backtracking": ["/^(a+)+$/.test('a'.repeat(40) + 'b')", ""],
  "a pattern with overlapping alternatives": ["/^(?:a|a|aa)*$/.test('a'.repeat(200) + 'b')", ""],
  "a pattern with nested repetitions": ["/((a*)*)*b/.test('a'.repeat(60))", ""],
  "a pattern over a long text": ["/(?:.*.*)*x/.test('ab'.repeat(20000))", ""],
  "a catch around code that never ends": [
    "f()",
    "const f = () => { for (;;) { try { g() } catch {} } }; const g = () => { for (;;) {} };",
  ],
  "a list of lists that fills the memory": [
    "f()",
    "const f = () => { const l = []; for (;;) l.push(new Array(1000).fill(l)) };",
  ],
  "a map that fills the memory": [
    "f()",
    "const f = () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, 'x' + i) };",
  ],
  "typed arrays that fill the memory": [
    "f()",
    "const f = () => { const l = []; for (;;) l.push(new Uint8Array(1e6)) };",
  ],
  "a getter that never ends": ["({ get a() { for (;;); } }).a", ""],
  "a value whose text never ends": ["String({ toString() { for (;;); } })", ""],
  "an iterator that never ends": ["<b>{{ *[Symbol.iterator]() { for (;;) yield 1 } }}</b>", ""],
  "a proxy that never ends": ["<b style={new Proxy({}, { ownKeys() { for (;;); } })} />", ""],
  "a memo that calls its own function": ["f()", "const f = () => useMemo(() => f());"],
  "ten thousand groups of a pattern": [`/${"(".repeat(deep)}${")".repeat(deep)}/.test('a')`, ""],
  "ten thousand brackets": [`${"[".repeat(deep)}${"]".repeat(deep)}`, ""],
  "ten thousand parentheses": [`${"(".repeat(deep)}1${")".repeat(deep)}`, ""],
  "ten thousand elements inside each other": [`${"<a>".repeat(deep)}${"</a>".repeat(deep)}`, ""],
  "ten thousand additions": [`1${"+1".repeat(deep)}`, ""],
  "ten thousand negations": [`${"!".repeat(deep)}1`, ""],
  "ten thousand property accesses": [`a${".b".repeat(deep)}`, "const a = {};"],
  "ten thousand calls": [`f${"()".repeat(deep)}`, "const f = () => f;"],
  "ten thousand arrow functions": [`${"()=>".repeat(deep)}1`, ""],
  "ten thousand conditions": [`${"0?1:".repeat(deep)}1`, ""],
  "ten thousand nested destructurings": [`((${"{a:".repeat(deep)}b${"}".repeat(deep)}) => b)({})`, ""],
  "ten thousand parts of a tag name": [`<a${".b".repeat(deep)} />`, ""],
  "ten thousand constants that need each other": ["a10000", doubling("1", (a) => `${a} + 1`, deep)],
};

test.each(Object.entries(bombs))(
  "author code is stopped at the limits of a page, and the next page works: %s",
  (_, [expression, module]) => {
    expect(interpret(expression, module)).toEqual({ refused: expect.any(String) });
    expect(interpret("[1, 2].map((n) => n * 2)")).toEqual({ value: [2, 4] });
  },
);

test("each limit on author code has its own message", () => {
  const untimed = { ...defaultSiteLimits, interpreterSecondsMax: 600 };
  const timed = { ...defaultSiteLimits, interpreterSecondsMax: 0.05, interpreterStepsMax: 500_000_000 };
  const endless = "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);";
  for (const [expression, module, message] of [
    ["f(60)", endless, "more than 1000000 steps"],
    ["f(6000)", endless, "nested too deeply"],
    ["<b>{l}</b>", "const l = Array(100).fill('x'.repeat(100_000));", "more than 8000000 characters"],
    ["a60", doubling("'x'", (a) => `${a} + ${a}`), "it needs too much memory"],
  ] as const) {
    expect(interpret(expression, module, untimed)).toMatchObject({ refused: expect.stringContaining(message) });
  }
  expect(interpret("f(60)", endless, timed)).toMatchObject({
    refused: expect.stringContaining("more than 0.05 seconds"),
  });
});

test("author code that takes too many steps is stopped at the same step each time", () => {
  const module = "const counter = { n: 0 }; const f = () => { for (;;) counter.n += 1 };";
  const limits = { ...defaultSiteLimits, interpreterStepsMax: 100_000 };
  expect(interpret("f()", module, limits)).toEqual(interpret("f()", module, limits));
});

const leaf = fc.oneof(
  fc.integer({ min: -9, max: 99 }).map(String),
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.constantFrom("true", "false", "null", "undefined", "[]", "[3,1,2]", "({ a: 1, b: [2] })", "'a,b'", "x", "list"),
);
const pure = fc.letrec<{ code: string }>((tie) => ({
  code: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(
        tie("code"),
        fc.constantFrom("+", "-", "*", "/", "%", "===", "!==", "==", "<", ">=", "&&", "||"),
        tie("code"),
      )
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(fc.constantFrom("!", "-", "+", "typeof ", "void "), tie("code"))
      .map(([operator, code]) => `(${operator}${code})`),
    fc.tuple(tie("code"), tie("code"), tie("code")).map(([test_, yes, no]) => `(${test_} ? ${yes} : ${no})`),
    fc.tuple(tie("code"), tie("code")).map(([one, other]) => `[${one}, ${other}, ...[${one}]]`),
    fc.tuple(tie("code"), tie("code")).map(([one, other]) => `({ a: ${one}, ...{ b: ${other} } }).b`),
    fc.tuple(tie("code"), tie("code")).map(([one, other]) => `(${one} ?? ${other})`),
    fc.tuple(tie("code")).map(([code]) => `\`<\${${code}}>\``),
    fc.tuple(tie("code")).map(([code]) => `(${code})?.a`),
    fc.tuple(tie("code")).map(([code]) => `((p = ${code}, ...q) => [p, q])(undefined, 1)`),
    fc.tuple(tie("code"), tie("code")).map(([code, body]) => `[${code}, 5].map((x, i) => [x, i, ${body}])`),
    fc.tuple(tie("code")).map(([code]) => `[4, ${code}].filter(Boolean).concat([${code}]).flat()`),
    fc.tuple(tie("code")).map(([code]) => `[${code}, 'z'].join('+').split('+').reverse().slice(0, 3)`),
    fc.tuple(tie("code")).map(([code]) => `String(${code}).toUpperCase().replace('A', 'b').trim()`),
    fc.tuple(tie("code")).map(([code]) => `Object.entries({ k: ${code} })`),
  ),
})).code;

/** The value that JavaScript itself returns. The code only consists of the parts above. */
function inJavaScript(code: string): unknown {
  return new Function("x", "list", `return (${code})`)(7, [1, 2]);
}

test("random author code that isn't refused evaluates as in JavaScript", () => {
  let understood = 0;
  fc.assert(
    fc.property(pure, (code) => {
      const outcome = interpret(code, "const x = 7; const list = [1, 2];");
      if ("refused" in outcome) return;
      understood += 1;
      expect(outcome.value, code).toEqual(inJavaScript(code));
    }),
    { numRuns: 1_500 },
  );
  // If everything were refused, the test would prove nothing.
  expect(understood).toBeGreaterThan(300);
});

const words = fc.constantFrom(
  ..."a b ( ) [ ] { } , ; : . ?. ... => = == + - ! ? 1 'x' `y` } <A /> <A> </A> <b {...a}> </b> function return if else const let new this class async await yield import export default __proto__ constructor prototype Object.keys Object user undefined null typeof delete in of for while map filter".split(
    " ",
  ),
);

test("random combinations of tokens in author code either produce a value or are refused", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 24 }), fc.array(words, { maxLength: 12 }), (module, expression) => {
      const outcome = interpret(expression.join(" "), `const a = { b: [1, 'x', (c) => c] }; ${module.join(" ")}`);
      expect(Object.keys(outcome)).toHaveLength(1);
    }),
    { numRuns: 3_000 },
  );
});
