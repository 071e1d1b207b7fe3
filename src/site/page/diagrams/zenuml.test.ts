import { describe, expect, test } from "vitest";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";

function words(code: string): string {
  return drawingWords(draw(`zenuml\n${code}`).drawing);
}

describe("a ZenUML diagram", () => {
  test("is drawn as a sequence, with its participants and messages", () => {
    const code = "title Demo\n@Actor Alice\nB as Bob\n// how it starts\nAlice->B: Hello\n@return\nB->Alice: Hi";
    expect(words(code)).toBe("Alice, Bob, how it starts, Hello, Hi");
    expect(draw(`zenuml\n${code}`)).toMatchObject({ kind: "sequence", title: "Demo" });
  });

  test("supports nested calls from the active participant", () => {
    expect(words("Client->A.open(id) {\n x = B.find()\n own()\n return x\n}\nA.close()")).toBe(
      "Starter, Client, A, B, open(id), find(), x, own(), x, close()",
    );
  });

  test("supports conditions, loops and try blocks", () => {
    expect(
      words(
        "A->B: one\nif(sick) {\nB->A: bad\n} else if(tired) {\nB->A: so so\n} else {\nB->A: good\n}\nwhile(true) {\nA->B: two\n}\ntry {\nA->B: three\n}\ncatch(error) {\nB->A: four\n}",
      ),
    ).toBe("A, B, one, alt [sick], bad, [tired], so so, good, loop [true], two, alt [try], three, [catch error], four");
  });

  test("shows its source if a line isn't understood", () => {
    expect(reason("zenuml\nA->B: x\n!!")).toBe('its line 3 is not understood: "!!"');
    expect(reason(`zenuml\n${"A.b() {\n".repeat(31)}`)).toBe("its blocks are more than 30 deep");
  });
});
