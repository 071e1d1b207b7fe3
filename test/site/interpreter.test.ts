import { describe, expect, test } from "vitest";
import { interpret } from "./interpret.ts";

describe("code of an author has the value it has in JavaScript", () => {
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
    ["'$&'.replace('$', \"$'\")", "$'&"],
    ["'abc'.startsWith('a') && 'abc'.endsWith('c') && 'abc'.includes('b') && 'abc'.indexOf('z')", -1],
    ["'ab'.toUpperCase() + String(1) + Number('2')", "AB12"],
    ["Object.keys(nested).concat(Object.values({ a: 1 }), Object.entries({ b: 2 }))", ["list", 1, ["b", 2]]],
    ["Array.isArray([]) && user.name", undefined],
  ])("%s", (source, value) => {
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

describe("code that could reach anything is refused", () => {
  test.each([
    ["alert(1)", 'it uses "alert", which is not defined or imported here'],
    ["globalThis", 'it uses "globalThis"'],
    ["window.location", 'it uses "window", which would need JavaScript in the browser'],
    ["useState(0)", 'it uses "useState", which would need JavaScript in the browser'],
    ["process.env", 'it uses "process"'],
    ["require('fs')", 'it uses "require"'],
    ["new Date()", 'it has a "new"'],
    ["this", 'it has "this"'],
    ["(function () { return this })()", 'it has "this"'],
    ["(() => arguments)()", 'it uses "arguments"'],
    ["(() => { let a = 1; a = 2; return a })()", "it has a statement that only has an effect"],
    ["(a = 1)", "it has an assignment"],
    ["((a) => a++)(1)", "it has an assignment"],
    ["((a) => (a.b = 1))({})", "it has an assignment"],
    ["delete user.name", 'it uses the operator "delete"'],
    ["'a' in {}", 'it uses the operator "in"'],
    ["[] instanceof Array", 'it uses the operator "instanceof"'],
    ["/x/", "it has a regular expression"],
    ["10n", "it has a large integer"],
    ["import('x')", "it has an import() of its own"],
    ["import.meta.url", 'it has "import.meta"'],
    ["(async () => 1)()", "it has an async function"],
    ["(function* () {})()", "it has a generator function"],
    ["(() => { for (;;) {} })()", "it has a loop"],
    ["(() => { while (true) {} })()", "it has a loop"],
    ["(() => { for (const a of []) {} })()", "it has a loop"],
    ["(() => { throw 1 })()", "it has a throw"],
    ["(() => { try {} catch {} })()", "it has a try"],
    ["(() => { class A {} })()", "it has a class"],
    ["(class {})", "it has a class"],
    ["word.at`x`", "it has a tagged template"],
    ["{ get a() { return 1 } }", "it has an object with a method or a getter"],
    ["{ a() { return 1 } }", "it has an object with a method or a getter"],
    ["{ set a(b) {} }", "it has an object with a method or a getter"],
    ["'a'.replace(/a/, 'b')", "it has a regular expression"],
    ["'a'.repeat(9)", 'it calls ".repeat()" of a string'],
    ["'a'.matchAll('b')", 'it calls ".matchAll()" of a string'],
    ["[1].push(2)", 'it calls ".push()" of a list'],
    ["[1].forEach((a) => a)", 'it calls ".forEach()" of a list'],
    ["[1].map.call([], 1)", 'it calls ".call()" of undefined'],
    ["(1).toString()", 'it calls ".toString()" of a number'],
    ["({}).hasOwnProperty('a')", 'it calls ".hasOwnProperty()" of an object'],
    ["Object.assign({}, {})", 'it calls ".assign()" of an object'],
    ["Object.defineProperty({}, 'a', {})", 'it calls ".defineProperty()" of an object'],
    ["(() => 1).call()", 'it calls ".call()" of a function'],
    ["(() => 1).name", 'it reads "name" of a function'],
    ["<b />.props", 'it reads "props" of an element'],
    ["null.a", 'it reads "a" of null'],
    ["'a'()", "it calls a string as a function"],
    [`\`\${{}}\``, "it uses an object as text"],
    ["[] + []", "it uses a list as a number"],
    ["<b onClick={() => 1} />", 'it gives <b> the handler "onClick"'],
    ["<Card render={() => 1} />", 'it gives <Card> the function "render"'],
    ["<b dangerouslySetInnerHTML={{ __html: '<script>' }} />", "it puts raw HTML into <b>"],
    ["<b>{...[1]}</b>", "it does not parse"],
    ["<b>{{ a: 1 }}</b>", "it shows an object, which cannot be printed"],
    ["<b>{() => 1}</b>", "it shows a function, which cannot be printed"],
    ["1)(2", "it does not parse"],
    ["not javascript", "it does not parse"],
  ])("%s", (source, reason) => {
    expect(interpret(source)).toEqual({ refused: expect.stringContaining(reason) });
  });
});

describe("no road leads to a prototype", () => {
  const names = ["__proto__", "constructor", "prototype"];
  test.each(
    names.flatMap((name) => [
      `({}).${name}`,
      `[].${name}`,
      `''.${name}`,
      `(1).${name}`,
      `(() => 1).${name}`,
      `({})['${name}']`,
      `({})[key('${name}')]`,
      `[][['${name}'][0]]`,
      `({})?.${name}?.x`,
      `({ '${name}': 1 })`,
      `({ ['${name.slice(0, 4)}' + '${name.slice(4)}']: 1 })`,
      `(({ ${name}: a }) => a)({})`,
      `(({ ['${name}']: a }) => a)({})`,
      `(([{ '${name}': a }]) => a)([{}])`,
      `Object.${name}`,
      `Object.keys.${name}`,
      `({}).${name}()`,
      `[].${name}.${name}('return 1')()`,
      `<b ${name}="x" />`,
      `<b {...{ ['${name}']: 1 }} />`,
      `<user.${name} />`,
      `'a'.split('').map.${name}`,
    ]),
  )("%s", (source) => {
    expect(interpret(source, "const key = (name) => name;")).toEqual({ refused: expect.stringMatching(/not allowed/) });
  });

  test("names that objects of JavaScript inherit are not there", () => {
    expect(interpret("[({}).toString, ({}).hasOwnProperty, [].map, ''.at, 'a'.__defineGetter__, ({})[0]]")).toEqual({
      value: [undefined, undefined, undefined, undefined, undefined, undefined],
    });
    expect(interpret("Object.entries({ toString: 1 })")).toEqual({ value: [["toString", 1]] });
  });

  test("__proto__ that is spread or renamed pollutes nothing", () => {
    interpret("({ ...{ a: 1 }, '__proto__': { polluted: true } })");
    interpret("(({ a, ...__proto__ }) => __proto__)({ a: 1, polluted: true })");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test("names that are defined by each other are refused, and the others go on", () => {
  const module = "const a = b; const b = a; const fine = 1; const f = () => g(); const g = () => f();";
  expect(interpret("a", module)).toEqual({ refused: '"a" is defined by itself' });
  expect(interpret("fine", module)).toEqual({ value: 1 });
  expect(interpret("f()", module)).toEqual({ refused: expect.stringContaining("nested more than") });
});

test("JSX becomes the nodes that the parser makes of a page", () => {
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

test("a fragment needs no React, also when it is imported from there", () => {
  const module =
    'import React, { Fragment } from "react"; const A = () => <React.Fragment><Fragment>x</Fragment></React.Fragment>;';
  expect(interpret("<A />", module)).toMatchObject({ value: [{ type: "text", value: "x" }] });
});

test("a component can choose its tag, be kept in an object, and use fragments", () => {
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
    refused: "it uses <Bad>, which is a string and no component",
  });
});

test("a component inside of another that cannot be shown is a placeholder there", () => {
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
