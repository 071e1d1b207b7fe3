import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../support/launch-browser.ts";
import { violations } from "../../support/violations.ts";
import { serveVisualEditor, sourceOf, type VisualBrowser } from "./visual-browser.ts";

let browser: Browser;
let visual: VisualBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  visual = await serveVisualEditor(browser);
});

afterEach(async () => {
  await page?.close();
});

afterAll(async () => {
  await visual.close();
  await browser.close();
});

/** Clicks at the end of a text. */
async function clickEnd(words: string): Promise<void> {
  await page.getByText(words, { exact: true }).first().click();
  await press("End");
}

/**
 * Presses a key that moves the cursor. The browser reports the new selection with the next frame, before a person could
 * press another key.
 */
async function press(key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Waits until the page has this source. */
async function expectSource(source: string): Promise<void> {
  await expect.poll(() => sourceOf(page)).toBe(source);
}

describe("typing", () => {
  test("typing a word changes its line and no other byte", async () => {
    const source = "# Title\n\nSome *text*  \nwith   odd spaces.\n\n* a list\n* of two\n\nLast line.\n";
    page = await visual.open(source);
    await clickEnd("Last line.");
    await page.keyboard.type(" More.");
    await expectSource(source.replace("Last line.", "Last line. More."));
  });

  test("a key that follows a click at once works at the new cursor", async () => {
    page = await visual.open("First.\n\nSecond.\n");
    await page.getByText("First.", { exact: true }).dblclick();
    // In one task, so that the browser hasn't reported the new selection yet.
    await page.getByText("Second.", { exact: true }).evaluate((element) => {
      getSelection()?.collapse(element.firstChild, 3);
      const key = { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    await expectSource("First.\n\nSec\n\nond.\n");
  });

  test("edits that wait for a pause, because writing them is slow, count as unsaved until the source has them", async () => {
    page = await visual.open("Text here.\n");
    await page.evaluate(() => {
      let extra = 0;
      const now = performance.now.bind(performance);
      performance.now = () => {
        extra += 100;
        return now() + extra;
      };
    });
    await clickEnd("Text here.");
    await page.keyboard.type("a");
    await page.evaluate(() => {
      const pauses: TimerHandler[] = [];
      const later = window.setTimeout;
      window.setTimeout = ((pause: TimerHandler) => pauses.push(pause)) as typeof setTimeout;
      testPage.endPauses = () => {
        window.setTimeout = later;
        for (const pause of pauses) later(pause);
      };
    });
    await page.keyboard.type("b");
    const read = () => page.evaluate(() => [testPage.source(), testPage.hasUnwritten()]);
    expect(await read()).toEqual(["Text here.a\n", true]);
    await page.evaluate(() => testPage.endPauses?.());
    await expect.poll(read).toEqual(["Text here.ab\n", false]);
  });

  test("Enter splits a paragraph, and Backspace joins it again", async () => {
    page = await visual.open("First second.\n\nThird.\n");
    await clickEnd("First second.");
    for (let count = 0; count < "second.".length; count += 1) await press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expectSource("First \n\nsecond.\n\nThird.\n".replace("First ", "First"));
    await page.keyboard.press("Backspace");
    await expectSource("First second.\n\nThird.\n");
  });

  test("typed Markdown notation turns into formatting", async () => {
    page = await visual.open("Start.\n");
    await clickEnd("Start.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("## Heading");
    await page.keyboard.press("Enter");
    await page.keyboard.type("A **bold** word and `code`.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("> quoted");
    await expectSource("Start.\n\n## Heading\n\nA **bold** word and `code`.\n\n- one\n- two\n\n> quoted\n");
  });

  test("a list item can be split, indented and checked", async () => {
    page = await visual.open("- [ ] first\n- [x] second\n");
    await clickEnd("first");
    await page.keyboard.press("Enter");
    await page.keyboard.type("between");
    await expectSource("- [ ] first\n- [ ] between\n- [x] second\n");
    await page.getByRole("checkbox").nth(1).click();
    await expectSource("- [ ] first\n- [x] between\n- [x] second\n");
    await clickEnd("between");
    await page.keyboard.press("Tab");
    await expectSource("- [ ] first\n  - [x] between\n- [x] second\n");
  });
});

const table = "| Name | Type |\n| :--- | ---- |\n| a    | text |\n| b    | list |\n";

test("editing a cell changes its row, and the menu adds a row and aligns a column", async () => {
  page = await visual.open(`Before.\n\n${table}`);
  await clickEnd("text");
  await page.keyboard.type("s");
  await expect.poll(() => sourceOf(page)).toContain("texts");
  expect(await sourceOf(page)).toContain("Before.\n\n| Name | Type |\n| :--- | ---- |\n");
  expect(await sourceOf(page)).toContain("| b    | list |\n");
  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("menuitem", { name: "Add row below" }).click();
  await expect.poll(async () => (await sourceOf(page)).trimEnd().split("\n").length).toBe(7);
  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("menuitem", { name: "Align right" }).click();
  await expect.poll(() => sourceOf(page)).toMatch(/\| :--- \| -+: \|/);
});

test("Tab indents code, and its language and title are fields", async () => {
  page = await visual.open("Text.\n\n```js\nlet a = 1;\n```\n");
  await clickEnd("let a = 1;");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("<b> ** {");
  await expectSource("Text.\n\n```js\nlet a = 1;\n  <b> ** {\n```\n");
  await page.getByLabel("Title and options").fill("app.js {1}");
  await expectSource("Text.\n\n```js app.js {1}\nlet a = 1;\n  <b> ** {\n```\n");
  await page.getByLabel("Language").fill("ts");
  await expectSource("Text.\n\n```ts app.js {1}\nlet a = 1;\n  <b> ** {\n```\n");
});

describe("components", () => {
  const cards =
    '<CardGroup cols={2}>\n  <Card title="One" data-x={{ a: 1 }}>\n    Text one.\n  </Card>\n</CardGroup>\n';

  test("changing a prop changes only its value, and a missing prop is reported", async () => {
    page = await visual.open(cards);
    await page.getByText("Text one.").click();
    await page.getByRole("button", { name: "Settings of Card", exact: true }).click();
    await page.getByRole("textbox", { name: "title", exact: true }).fill("Two & more");
    await expectSource(cards.replace('"One"', '"Two & more"'));
    await page.getByRole("textbox", { name: "title", exact: true }).fill("");
    await expect.poll(() => page.getByText("This is required.").count()).toBe(1);
    await page.getByRole("textbox", { name: "title", exact: true }).fill("One");
    await page.getByRole("combobox", { name: "horizontal" }).selectOption("true");
    await expect.poll(() => sourceOf(page)).toContain("data-x={{ a: 1 }}");
    await expect.poll(() => sourceOf(page)).toMatch(/<Card [^>]*\bhorizontal\b[^>]*>\n {4}Text one\./);
  });

  test("titles are edited in place, and the arrow keys lead from the text to the title and back", async () => {
    page = await visual.open(cards);
    const title = page.getByRole("textbox", { name: "Title of Card" });
    await title.fill("First ");
    await title.press("End");
    await page.keyboard.type("card");
    await expectSource(cards.replace("One", "First card"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("Really. ");
    await expectSource(cards.replace("One", "First card").replace("Text one.", "Really. Text one."));
    await press("ArrowUp");
    await page.keyboard.type("!");
    await expectSource(cards.replace("One", "First card!").replace("Text one.", "Really. Text one."));
    await page.keyboard.press("Control+z");
    await expectSource(cards.replace("One", "First card").replace("Text one.", "Really. Text one."));
  });

  test("the tab with the cursor is shown, and a click on another title opens its tab", async () => {
    const tabs = '<Tabs>\n  <Tab title="A">\n    One.\n  </Tab>\n  <Tab title="B">\n    Two.\n  </Tab>\n</Tabs>\n';
    page = await visual.open(`Start.\n\n${tabs}`);
    await page.getByText("One.").waitFor();
    expect(await page.getByText("Two.").isVisible()).toBe(false);
    const second = page.getByRole("textbox", { name: "Title of tab" }).nth(1);
    await second.click();
    await page.getByText("Two.").waitFor();
    expect(await page.getByText("One.").isVisible()).toBe(false);
    await second.fill("Second");
    await expectSource(`Start.\n\n${tabs.replace('"B"', '"Second"')}`);
    const offset = (await sourceOf(page)).indexOf("One.");
    await page.evaluate((start) => testPage.goTo({ start, end: start + 1 }), offset);
    await page.getByText("One.").waitFor();
    // Next to the text, where browsers select up to the next text that they find.
    await page.getByText("One.").dblclick({ position: { x: 300, y: 12 } });
    await page.keyboard.type("x");
    await expect.poll(() => sourceOf(page)).toContain("x");
    expect(await sourceOf(page)).toContain("Two.");
  });

  test("pages and icons are picked from a list", async () => {
    page = await visual.open(cards);
    await page.getByText("Text one.").click();
    await page.getByRole("button", { name: "Settings of Card", exact: true }).click();
    await page.getByRole("combobox", { name: "href" }).click();
    await page.getByRole("option", { name: "Install" }).click();
    await expect.poll(() => sourceOf(page)).toContain('href="/guides/install"');
    await page.getByRole("combobox", { name: "icon" }).fill("su");
    await page.getByRole("option", { name: "sun" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => sourceOf(page)).toContain('icon="sun"');
  });

  test("text inside a component keeps its indentation", async () => {
    page = await visual.open(cards);
    await clickEnd("Text one.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Text two.");
    await expectSource(cards.replace("Text one.", "Text one.\n\n    Text two."));
  });

  test("the / menu inserts a component with its children by keyboard", async () => {
    page = await visual.open("Start.\n");
    await clickEnd("Start.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/step");
    await page.getByRole("option", { name: /^Steps/ }).waitFor();
    const active = await page.getByRole("textbox", { name: "Page", exact: true }).getAttribute("aria-activedescendant");
    expect(active).toBe("insert-menu-component-Steps");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Do this.");
    await expectSource('Start.\n\n<Steps>\n  <Step title="">\n    Do this.\n  </Step>\n</Steps>\n');
  });
});

test("a block is moved by keyboard or by its handle, byte for byte", async () => {
  const blocks = ["One   with *odd*  spaces.", "* a\n* b", "<Note   >\n  Note.\n</Note>", "Four."];
  page = await visual.open(`${blocks.join("\n\n")}\n`);
  await page.getByText("One with").click();
  await press("End");
  await page.keyboard.press("Alt+ArrowDown");
  await expectSource(`${[blocks[1], blocks[0], blocks[2], blocks[3]].join("\n\n")}\n`);
  await page.getByText("Four.").hover();
  const box = await page.getByText("One with").boundingBox();
  await page.getByRole("button", { name: "Move or change block" }).hover();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 4, { steps: 5 });
  await page.mouse.up();
  await expectSource(`${[blocks[1], blocks[3], blocks[0], blocks[2]].join("\n\n")}\n`);
});

test("the menu of a block duplicates, converts and deletes it", async () => {
  page = await visual.open("One   *odd*  text.\n\nTwo.\n");
  const choose = async (item: string) => {
    await page.getByText("One odd").first().hover();
    await page.getByRole("button", { name: "Move or change block" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await choose("Duplicate");
  await expectSource("One   *odd*  text.\n\nOne   *odd*  text.\n\nTwo.\n");
  await choose("Heading 2");
  await expectSource("## One   *odd*  text.\n\nOne   *odd*  text.\n\nTwo.\n");
  await choose("Delete");
  await expectSource("One   *odd*  text.\n\nTwo.\n");
});

test("content that parses differently from the view is shown as it parses", async () => {
  page = await visual.open("- one\n\nBetween.\n\n- two\n");
  expect(await page.locator(".ProseMirror ul").count()).toBe(2);
  await page.getByText("Between.").hover();
  await page.getByRole("button", { name: "Move or change block" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await expectSource("- one\n\n- two\n");
  await expect.poll(() => page.locator(".ProseMirror ul").count()).toBe(1);
  await clickEnd("two");
  await page.keyboard.type("!");
  await press("Enter");
  await page.keyboard.type("three");
  await expectSource("- one\n\n- two!\n\n- three\n");
});

test("the buttons of a block in a component are next to the component, where they cover nothing", async () => {
  page = await visual.open("<Note>\n  Look here.\n</Note>\n");
  await page.getByText("Look here.").hover();
  const handle = page.getByRole("button", { name: "Move or change block" });
  await handle.waitFor();
  const [button, note] = [await handle.boundingBox(), await page.locator(".look-callout").boundingBox()];
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(note?.x ?? 0);
});

test("a page that can't be parsed has no fields for its frontmatter, which is part of its source", async () => {
  page = await visual.open("---\ntitle: Soil\n---\n\nSoil <Broken> text\n");
  await page.getByRole("button", { name: "Edit source of page" }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).count()).toBe(0);
});

test("a link gets its address in a popover", async () => {
  page = await visual.open("Read the guide.\n");
  await page.getByText("Read the guide.").dblclick({ position: { x: 8, y: 12 } });
  await page.getByRole("toolbar", { name: "Selected text" }).getByRole("button", { name: "Link" }).click();
  await page.getByRole("combobox", { name: "Address" }).fill("/guides/install");
  await page.keyboard.press("Enter");
  await expectSource("[Read](/guides/install) the guide.\n");
});

describe("other people and undo", () => {
  test("a change by someone else arrives while the cursor stays", async () => {
    page = await visual.open("First paragraph.\n\nSecond paragraph.\n");
    await clickEnd("Second paragraph.");
    await page.keyboard.type(" A");
    await page.evaluate(() => testPage.changeRemotely("First", "Very first"));
    await page.keyboard.type("B");
    await page.evaluate(() => testPage.changeRemotely("Second", "Our second"));
    await page.keyboard.type("C");
    await expectSource("Very first paragraph.\n\nOur second paragraph. ABC\n");
    await page.evaluate(() => testPage.showPerson("Ada", 3));
    await page.getByText("Ada", { exact: true }).waitFor();
  });

  test("an empty line that someone is about to fill stays when others type", async () => {
    page = await visual.open("First paragraph.\n\nSecond paragraph.\n");
    await clickEnd("First paragraph.");
    await press("Enter");
    await page.evaluate(() => testPage.changeRemotely("Second", "Our second"));
    await page.keyboard.type("New.");
    await expectSource("First paragraph.\n\nNew.\n\nOur second paragraph.\n");
  });

  test("another person's change doesn't interrupt a composition, and both changes arrive", async () => {
    page = await visual.open("Text here.\n");
    await clickEnd("Text here.");
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await page.evaluate(() => testPage.changeRemotely("Text", "Some text"));
    await input.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    await input.send("Input.insertText", { text: "日本" });
    await expectSource("Some text here.日本\n");
    await expect.poll(() => page.getByText("Some text here.日本").count()).toBe(1);
    await page.keyboard.type("!");
    await expectSource("Some text here.日本!\n");
  });

  test("undo reverts only one's own edits, and redo repeats them", async () => {
    page = await visual.open("First.\n\nSecond.\n");
    await clickEnd("Second.");
    await page.keyboard.type("!");
    await page.evaluate(() => testPage.changeRemotely("First", "1st"));
    await page.keyboard.press("Control+z");
    await expectSource("1st.\n\nSecond.\n");
    await page.keyboard.press("Control+Shift+z");
    await expectSource("1st.\n\nSecond.!\n");
  });
});

async function paste(data: { html?: string; text?: string }): Promise<void> {
  await page.evaluate(({ html = "", text = "" }) => {
    const clipboardData = new DataTransfer();
    if (html !== "") clipboardData.setData("text/html", html);
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".ProseMirror")?.dispatchEvent(event);
  }, data);
}

describe("paste", () => {
  test("pasted HTML keeps its structure and loses everything that could run", async () => {
    page = await visual.open("Start.\n");
    await clickEnd("Start.");
    await press("Enter");
    await paste({
      html: `<h2 onclick="alert(1)">Title</h2><p>Some <b>bold</b> <a href="javascript:alert(1)">bad</a> <a href="https://example.com">good</a><script>alert(1)</script><img src=x onerror="window.hacked=1"></p><iframe srcdoc="<script>top.hacked=1</script>"></iframe>`,
      text: "Title",
    });
    await expect.poll(() => sourceOf(page)).toContain("## Title\n\nSome **bold** bad [good](https://example.com)");
    expect(await sourceOf(page)).not.toMatch(/script|onclick|onerror|iframe|alert/);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  test("pasted Markdown is parsed, including a copied component", async () => {
    page = await visual.open("Start.\n");
    await clickEnd("Start.");
    await press("Enter");
    await paste({ text: "## Title\n\n- one\n- two\n\n<Note>\n  Text.\n</Note>\n" });
    await expectSource("Start.\n\n## Title\n\n- one\n- two\n\n<Note>\n  Text.\n</Note>\n");
  });

  test("a copied block is pasted with its original source", async () => {
    const block = "<Note   >\n  Some *odd*  text.\n</Note>";
    page = await visual.open(`${block}\n\nEnd.\n`);
    await page.getByText("Some").hover();
    await page.getByRole("button", { name: "Select Note" }).click();
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".ProseMirror")?.dispatchEvent(event);
      return { html: clipboardData.getData("text/html"), text: clipboardData.getData("text/plain") };
    });
    expect(copied.text).toBe(block);
    await clickEnd("End.");
    await press("Enter");
    await paste(copied);
    await expectSource(`${block}\n\nEnd.\n\n${block}\n`);
  });

  test("a pasted image is stored and inserted at the cursor", async () => {
    page = await visual.open("Start.\n\nEnd.\n");
    await clickEnd("Start.");
    await press("Enter");
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["x"], "shot.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".ProseMirror")?.dispatchEvent(event);
    });
    await expectSource("Start.\n\n![](/images/shot.png)\n\nEnd.\n");
    await page.getByText("Add alt text").click();
    await page.getByRole("textbox", { name: "Alt text" }).fill("A screen");
    await page.getByRole("textbox", { name: "Width" }).fill("300");
    await expectSource('Start.\n\n<img src="/images/shot.png" alt="A screen" width="300" />\n\nEnd.\n');
  });
});

test("the frontmatter form changes only the edited line", async () => {
  const head = "---\ntitle: 'Old'  # kept by hand\ndescription: \"Text\"\nog:image: /x.png\n---\n\nText.\n";
  page = await visual.open(head);
  await page.getByRole("textbox", { name: "Description" }).fill('A "new" text');
  await expectSource(head.replace('"Text"', '"A \\"new\\" text"'));
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByRole("checkbox", { name: "Hidden" }).check();
  const hidden = head.replace('"Text"', '"A \\"new\\" text"').replace("x.png\n", "x.png\nhidden: true\n");
  await expectSource(hidden);
  await page.getByRole("textbox", { name: "Other settings" }).fill("og:image: /y.png\n");
  expect(await page.evaluate(() => [testPage.source(), testPage.hasUnwritten()])).toEqual([hidden, true]);
  await clickEnd("Text.");
  await expectSource(hidden.replace("x.png", "y.png"));
  expect(await page.evaluate(() => testPage.hasUnwritten())).toBe(false);
});

test("content without a form opens as source, and source that doesn't parse isn't saved", async () => {
  page = await visual.open("Before.\n\n{/* note */}\n\nAfter.\n");
  await page.getByRole("button", { name: "Edit source of comment" }).click();
  await page.getByRole("textbox", { name: "Source" }).fill("{/* open");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/./, { exact: false }).and(page.locator(".text-danger")).first().waitFor();
  expect(await sourceOf(page)).toBe("Before.\n\n{/* note */}\n\nAfter.\n");
  await page.getByRole("textbox", { name: "Source" }).fill("{/* new note */}");
  await page.getByRole("button", { name: "Save" }).click();
  await expectSource("Before.\n\n{/* new note */}\n\nAfter.\n");
});

test("an edit that Markdown can't represent is reverted, and its block opens as source", async () => {
  page = await visual.open("Before.\n\n- [x] two\n");
  await page.getByText("two", { exact: true }).click();
  await press("Home");
  await page.keyboard.type("## ");
  await page.getByText("Your last change can't be written in visual mode").waitFor();
  expect(await page.getByRole("textbox", { name: "Source" }).inputValue()).toBe("- [x] ##two");
  await page.getByRole("textbox", { name: "Source" }).fill("- [x] ## two");
  await page.getByRole("button", { name: "Save" }).click();
  await expectSource("Before.\n\n- [x] ## two\n");
});

test("visual mode reports the cursor as a place in the source, and follows a click in the preview", async () => {
  page = await visual.open("---\ntitle: Page\n---\n\nOne **two** three.\n\n> quoted\n");
  await clickEnd("quoted");
  await expect.poll(() => page.evaluate(() => testPage.place())).toEqual({ start: 49, end: 49 });
  await page.evaluate(() => testPage.goTo({ start: 27, end: 30 }));
  await page.getByRole("textbox", { name: "Page", exact: true }).focus();
  await page.keyboard.type("2");
  await expectSource("---\ntitle: Page\n---\n\nOne **2** three.\n\n> quoted\n");
});

test("selected text can be commented on, and a viewer can't change the page", async () => {
  page = await visual.open("Some words here.\n", { canWrite: false });
  await page.getByText("Some words here.").dblclick({ position: { x: 8, y: 12 } });
  await page.getByRole("button", { name: "Comment" }).click();
  expect(await page.evaluate(() => testPage.asked())).toEqual(["comment Some"]);
  await page.keyboard.type("x");
  expect(await sourceOf(page)).toBe("Some words here.\n");
  expect(await page.getByRole("toolbar", { name: "Formatting" }).count()).toBe(0);
});

test("axe finds no problems in visual mode, even with menus and panels open", async () => {
  page = await visual.open(
    `---\ntitle: Page\n---\n\nText with [a link](/x).\n\n${table}\n<Card>\n  Text.\n</Card>\n\n{1 + 1}\n\n- [ ] task\n\n\`\`\`js\ncode\n\`\`\`\n`,
  );
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: /Settings of Card/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Settings of Card" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await clickEnd("a link");
  await page.keyboard.type(" /");
  await page.getByRole("listbox", { name: "Insert" }).waitFor();
  expect(await violations(page)).toEqual([]);
});
