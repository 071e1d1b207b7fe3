import { describe, expect, test } from "vitest";
import { textOf } from "../../ground/html/html-node.ts";
import { printHtml } from "../../ground/html/print-html.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";

function words(code: string): string {
  return drawingWords(draw(`classDiagram\n${code}`).drawing);
}

function markup(code: string): string {
  return printHtml([draw(`classDiagram\n${code}`).drawing]);
}

describe("a class", () => {
  test("has its stereotype, name, attributes and methods, wherever they are declared", () => {
    expect(words("class Duck {\n<<bird>>\n+String beak\n+swim() void\n}\nDuck : -int age")).toBe(
      "«bird», Duck, +String beak, -int age, +swim() void",
    );
    expect(words("class Shape <<interface>>")).toBe("«interface», Shape");
    expect(words("class Shape\n<<interface>> Shape")).toBe("«interface», Shape");
  });

  test("may have a label, a type, a style and a name in backticks", () => {
    expect(words('class A["A label"]:::warm\nclass B~Map~K, V~~\n`A class!` --> B\nB : List~int~ items')).toBe(
      "A label, B<Map<K, V>>, List<int> items, A class!",
    );
    expect(words("class Square~Shape~ {\nList~List~int~~ grid\n~hidden()\n}")).toBe(
      "Square<Shape>, List<List<int>> grid, ~hidden()",
    );
  });

  test("supports every relation, with cardinalities and labels", () => {
    const lines = ["<|--", "*--", "o--", "-->", "--", "..>", "..|>", "..", "<|--|>", "--*", "--o", "<..>"];
    const code = lines.map((arrow, index) => `A${index} "1" ${arrow} "0..*" B${index} : is ${index}`).join("\n");
    const drawn = words(code);
    for (const index of lines.keys()) expect(drawn).toContain(`is ${index}`);
    expect(drawn.match(/0\.\.\*/g)).toHaveLength(lines.length);
    expect(words("A<|--B\nC*--D")).toBe("A, B, C, D");
  });

  test("may be an interface at the end of a line", () => {
    expect(words("bar ()-- foo\nfoo --() baz")).toBe("bar, foo, baz");
    expect(markup("bar ()-- foo").match(/<circle/g)).toHaveLength(1);
  });
});

describe("a note", () => {
  test("is drawn next to its class, or alone", () => {
    const code = 'note "For all"\nnote for Duck "can fly<br>can swim"\nclass Duck';
    expect(words(code)).toBe("Duck, For all, can fly can swim");
    expect(markup(code).match(/<polyline/g)).toHaveLength(1);
  });
});

describe("a namespace", () => {
  test("is drawn around its classes, even inside another", () => {
    const drawing = draw(
      'classDiagram\nnamespace A.B["Inner"] {\nclass C {\n+go()\n}\n}\nnamespace A {\nclass D\n}',
    ).drawing;
    expect(drawingWords(drawing)).toBe("A, Inner, D, C, +go()");
    expect(textOf([drawing])).not.toContain("xx");
  });
});

test("an unsupported class diagram shows its source", () => {
  expect(reason("classDiagram\nclass A {\n+a\n}\nwhat ever")).toBe('its line 5 is not understood: "what ever"');
  expect(reason("classDiagram\nclassDef x fill:#fff")).toBe("it has no class");
  expect(reason(`classDiagram\nnamespace ${Array.from("abcdefghijklmn").join(".")} {\nclass X\n}`)).toBe(
    "its groups are more than 12 deep",
  );
});
