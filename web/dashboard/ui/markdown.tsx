import type { ReactNode } from "react";

/** The Markdown that answers are written in: paragraphs, lists, headings, code, links. All else stays text. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="grid max-w-[72ch] gap-3 [overflow-wrap:anywhere]">
      {readBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of an answer only ever grow at the end.
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

type MarkdownBlock =
  | { kind: "code" | "paragraph" | "heading"; text: string }
  | { kind: "list"; isOrdered: boolean; items: string[] };

const itemPattern = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;

function readBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let code: string[] | undefined;
  let isNew = true;
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) {
      if (code === undefined) {
        code = [];
      } else {
        blocks.push({ kind: "code", text: code.join("\n") });
        code = undefined;
      }
      isNew = true;
    } else if (code !== undefined) {
      code.push(line);
    } else if (line.trim() === "") {
      isNew = true;
    } else {
      addLine(blocks, line, isNew);
      isNew = false;
    }
  }
  if (code !== undefined) {
    blocks.push({ kind: "code", text: code.join("\n") });
  }
  return blocks;
}

function addLine(blocks: MarkdownBlock[], line: string, isNew: boolean): void {
  const last = blocks.at(-1);
  const item = itemPattern.exec(line);
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading !== null) {
    blocks.push({ kind: "heading", text: heading[1] ?? "" });
  } else if (item !== null) {
    const isOrdered = item[1] !== undefined;
    if (last?.kind === "list" && last.isOrdered === isOrdered) {
      last.items.push(item[2] ?? "");
    } else {
      blocks.push({ kind: "list", isOrdered, items: [item[2] ?? ""] });
    }
  } else if (!isNew && last?.kind === "paragraph") {
    last.text += `\n${line}`;
  } else {
    blocks.push({ kind: "paragraph", text: line });
  }
}

function Block({ block }: { block: MarkdownBlock }) {
  switch (block.kind) {
    case "code":
      return <pre className="overflow-x-auto rounded-card bg-log px-4 py-3 text-log-ink">{block.text}</pre>;
    case "heading":
      return <p className="font-semibold">{inline(block.text)}</p>;
    case "paragraph":
      return <p>{inline(block.text)}</p>;
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List className={`grid gap-1 pl-5 ${block.isOrdered ? "list-decimal" : "list-disc"}`}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <li key={index}>{inline(item)}</li>
          ))}
        </List>
      );
    }
  }
}

const inlinePattern = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+|\/[^\s)]*)\)/g;

function inline(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, code, strong, label, url] = match;
    nodes.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) {
      nodes.push(
        <code key={end} className="rounded-xs bg-sunken px-1 py-0.5">
          {code}
        </code>,
      );
    } else if (strong !== undefined) {
      nodes.push(<strong key={end}>{strong}</strong>);
    } else {
      nodes.push(
        // What is no address of the web is a page of the site, which stands on another origin.
        url?.startsWith("/") ? (
          <span key={end} className="text-accent">
            {label}
          </span>
        ) : (
          <a key={end} href={url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
            {label}
          </a>
        ),
      );
    }
  }
  nodes.push(text.slice(end));
  return nodes;
}
