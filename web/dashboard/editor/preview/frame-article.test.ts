// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { findBlock, markPlace, selectTab } from "./article-blocks.ts";
import { showArticle } from "./frame-article.ts";

let frame: Document;

beforeEach(() => {
  frame = document.implementation.createHTMLDocument();
  frame.body.innerHTML = "<main></main>";
  Element.prototype.scrollIntoView = vi.fn();
});

const article = (...blocks: string[]) =>
  `<article class="article"><div class="prose">${blocks.join("")}</div></article>`;
const paragraph = (text: string, start: number) => `<p data-source="${start}-${start + text.length}">${text}</p>`;

test("unchanged blocks keep their elements, and the elements get the new source positions", () => {
  showArticle(frame, article(paragraph("One", 0), paragraph("Two", 5), paragraph("Three", 10)), "");
  const [first, second, third] = frame.querySelectorAll("p");
  showArticle(frame, article(paragraph("One", 0), paragraph("Two and more", 5), paragraph("Three", 19)), "");
  const [firstNow, secondNow, thirdNow] = frame.querySelectorAll("p");
  expect(firstNow).toBe(first);
  expect(thirdNow).toBe(third);
  expect(secondNow).not.toBe(second);
  expect(secondNow?.textContent).toBe("Two and more");
  expect(third?.getAttribute("data-source")).toBe("19-24");
});

test("after any changes, the article equals the one that the server sent", () => {
  const versions = [
    article(paragraph("One", 0)),
    article(),
    article("<ul><li>a</li><li>b</li></ul>", paragraph("One", 9)),
    article("<ul><li>a</li><li>c</li><li>b</li></ul>", paragraph("One", 12)),
    article('<ul class="x"><li>a</li></ul>'),
    `<article class="article"><header><h1>New</h1></header><div class="prose"></div></article>`,
  ];
  for (const html of versions) {
    showArticle(frame, html, "");
    expect(frame.querySelector("main")?.innerHTML).toBe(html);
  }
});

test("only the innermost block at the caret is marked", () => {
  const list = '<ul data-source="0-20"><li data-source="0-9">a</li><li data-source="10-20">b</li></ul>';
  showArticle(frame, article(list, paragraph("Text", 22)), "");
  expect(findBlock(frame, { start: 12, end: 12 })?.textContent).toBe("b");
  markPlace(frame, { start: 12, end: 12 });
  markPlace(frame, { start: 23, end: 23 });
  expect([...frame.querySelectorAll(".lectern-place")].map(({ textContent }) => textContent)).toEqual(["Text"]);
  showArticle(frame, article(list, paragraph("Text", 22), paragraph("Next", 30)), "");
  expect(frame.querySelectorAll(".lectern-place")).toHaveLength(1);
});

const activePanel = () =>
  [...frame.getElementsByTagName("div")].find(({ className }) => className === "tab-panel active");
const tabs = (text: string) =>
  article(`<div data-tabs="alone"><div class="tab-list"><div><button role="tab" id="t-0" aria-controls="one" aria-selected="true" data-tab="One">One</button>
<button role="tab" id="t-1" aria-controls="two" aria-selected="false" data-tab="Two">Two</button></div></div>
<div class="tab-panel active" id="one" aria-labelledby="t-0">First</div>
<div class="tab-panel" id="two" aria-labelledby="t-1"><p data-source="50-60">${text}</p></div></div>`);

test("a selected tab stays selected while its text changes, and the tab with the caret is shown", () => {
  showArticle(frame, tabs("Second"), "");
  const tab = frame.getElementById("t-1");
  if (tab !== null) selectTab(tab);
  showArticle(frame, tabs("Second, changed"), "");
  expect(activePanel()?.textContent).toBe("Second, changed");
  const first = frame.querySelector(`[data-tab="One"]`);
  if (first !== null) selectTab(first);
  expect(activePanel()?.textContent).toBe("First");
  markPlace(frame, { start: 55, end: 55 });
  expect(activePanel()?.id).toBe("two");
});

test("the styles of a page replace those of its previous version", () => {
  showArticle(frame, article(), ".a { color: red }");
  showArticle(frame, article(), ".b { color: red }");
  expect([...frame.querySelectorAll("style")].map(({ textContent }) => textContent)).toEqual([".b { color: red }"]);
});
