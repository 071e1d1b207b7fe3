import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Source } from "./answer-stream.ts";
import { sourceOf } from "./cited-sources.ts";
import { CodeBlock } from "./code-block.tsx";
import type { LinkPolicy } from "./link-policy.ts";
import type { Block, Inline } from "./markdown-tree.ts";
import { type Part, parseParts } from "./parse-markdown.ts";
import { type Passage, splitPassages } from "./passages.ts";
import { fill, useWords } from "./words.ts";

interface Drawing {
  links: LinkPolicy;
  sources: readonly Source[];
  /** Whether links open in a new tab. */
  opensOutside: boolean;
}

interface AnswerTextProps extends Drawing {
  text: string;
  /**
   * Whether to show passages like search results, as in built-in answers. In a model's answer, bold lines are only
   * text.
   */
  passages: "none" | "answer" | "suggestions";
}

/** Renders Markdown. While an answer is streaming, only its last block is rendered again. */
export function AnswerText({ text, passages: kind, ...drawing }: AnswerTextProps): JSX.Element {
  const parts = useMemo(() => parseParts(text), [text]);
  const { lead, passages } = kind === "none" ? { lead: parts, passages: [] } : splitPassages(parts);
  return (
    <div class="answer-text" dir="auto">
      {drawParts(lead, drawing)}
      {passages.map((passage, index) => drawPassage(passage, index === 0 && kind === "answer", drawing))}
    </div>
  );
}

function drawPassage({ head, body }: Passage, isAnswer: boolean, drawing: Drawing): JSX.Element {
  return (
    <section class={isAnswer ? "passage" : "passage passage-card"}>
      <h3>{drawInlines(head, drawing)}</h3>
      {drawParts(body, drawing)}
    </section>
  );
}

function drawParts(parts: readonly Part[], drawing: Drawing): JSX.Element[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are only appended
  return parts.map((part, index) => <PartView key={index} part={part} {...drawing} />);
}

function PartView({ part, ...drawing }: Drawing & { part: Part }): JSX.Element {
  const { links, sources, opensOutside } = drawing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text means the same block
  return useMemo(() => drawBlock(part.block, drawing), [part.text, links, sources, opensOutside]);
}

function drawBlock(block: Block, drawing: Drawing): JSX.Element {
  switch (block.type) {
    case "paragraph":
      return <p>{drawInlines(block.children, drawing)}</p>;
    case "heading": {
      // The panel has its own title, so headings start at a lower level.
      const Heading = block.level <= 2 ? "h3" : "h4";
      return <Heading>{drawInlines(block.children, drawing)}</Heading>;
    }
    case "code":
      return <CodeBlock code={block.text} language={block.language} isClosed={block.isClosed} />;
    case "quote":
      return <blockquote>{drawBlocks(block.children, drawing)}</blockquote>;
    case "list": {
      // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
      const rows = block.items.map((blocks, index) => <li key={index}>{drawBlocks(blocks, drawing)}</li>);
      return block.start === undefined ? <ul>{rows}</ul> : <ol start={block.start}>{rows}</ol>;
    }
    case "table":
      return drawTable(block.head, block.rows, drawing);
    case "rule":
      return <hr />;
  }
}

function drawBlocks(blocks: readonly Block[], drawing: Drawing): JSX.Element[] {
  return blocks.map((block) => drawBlock(block, drawing));
}

function drawTable(head: readonly Inline[][], rows: readonly Inline[][][], drawing: Drawing): JSX.Element {
  const cells = (Cell: "th" | "td", row: readonly Inline[][]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key
    row.map((nodes, index) => <Cell key={index}>{drawInlines(nodes, drawing)}</Cell>);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll wide tables with the arrow keys
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells("th", head)}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended
            <tr key={index}>{cells("td", row)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawInlines(nodes: readonly Inline[], drawing: Drawing): ComponentChildren[] {
  return nodes.map((node, index) => drawInline(heldBy(node, nodes[index + 1]), drawing));
}

/** Keeps a citation on the same line as the word before it. */
function heldBy(node: Inline, next: Inline | undefined): Inline {
  if (node.type !== "text" || next?.type !== "citation") return node;
  return { ...node, text: node.text.replace(/ $/, "\u00a0") };
}

function drawInline(node: Inline, drawing: Drawing): ComponentChildren {
  switch (node.type) {
    case "text":
      return node.text;
    case "code":
      return <code>{node.text}</code>;
    case "break":
      return <br />;
    case "citation":
      return <Citation number={node.number} href={node.href} {...drawing} />;
    case "link": {
      const words = drawInlines(node.children, drawing);
      const href = drawing.links(node.href);
      if (href === undefined) return words;
      return (
        <a href={href} {...(drawing.opensOutside ? outside : {})}>
          {words}
        </a>
      );
    }
    default: {
      const Mark = ({ strong: "strong", emphasis: "em", deleted: "del" } as const)[node.type];
      return <Mark>{drawInlines(node.children, drawing)}</Mark>;
    }
  }
}

function Citation({ number, href, links, sources, opensOutside }: Drawing & { number: number; href: string }) {
  const words = useWords();
  const allowed = links(href);
  if (allowed === undefined) return null;
  const source = sourceOf(href, sources);
  const label = fill(words.source, { number, title: source?.title ?? allowed });
  const hint = [source?.title, source?.section].filter((name) => name !== undefined).join(" › ");
  return (
    <a class="citation" href={allowed} aria-label={label} data-hint={hint} {...(opensOutside ? outside : {})}>
      {number}
    </a>
  );
}

const outside = { target: "_blank", rel: "noopener" };
