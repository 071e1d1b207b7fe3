const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^(#{1,6})[ \t](.*)$/;

/** The part of a Markdown page under one heading, including deeper ones; undefined if there is no such heading. */
export function cutSection(markdown: string, title: string): string | undefined {
  const wanted = lettersOf(title);
  const kept: string[] = [];
  let level = 0;
  let openFence: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = fence.exec(line)?.[1]?.slice(0, 3);
    const [, marks = "", text = ""] = openFence === undefined ? (heading.exec(line) ?? []) : [];
    if (mark !== undefined && openFence === undefined) openFence = mark;
    else if (mark !== undefined && mark === openFence) openFence = undefined;
    if (level > 0 && marks !== "" && marks.length <= level) break;
    if (level === 0 && marks !== "" && lettersOf(text) === wanted) level = marks.length;
    if (level > 0) kept.push(line);
  }
  return level === 0 ? undefined : kept.join("\n").trim();
}

/** Ignores the markup of a heading. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
