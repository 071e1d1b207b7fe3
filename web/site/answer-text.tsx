import { Fragment, type JSX } from "preact";
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
      <Parts parts={lead} {...drawing} />
      {passages.map((passage, index) => {
        const isAnswer = index === 0 && kind === "answer";
        // biome-ignore lint/suspicious/noArrayIndexKey: passages are only appended
        return <PassageView key={index} passage={passage} isAnswer={isAnswer} {...drawing} />;
      })}
    </div>
  );
}

function PassageView({ passage, isAnswer, ...drawing }: Drawing & { passage: Passage; isAnswer: boolean }) {
  return (
    <section class={isAnswer ? "passage" : "passage passage-card"}>
      <h3>
        <Inlines nodes={passage.head} {...drawing} />
      </h3>
      <Parts parts={passage.body} {...drawing} />
    </section>
  );
}

function Parts({ parts, ...drawing }: Drawing & { parts: readonly Part[] }): JSX.Element {
  return (
    <Fragment>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only appended
        <PartView key={index} part={part} {...drawing} />
      ))}
    </Fragment>
  );
}

function PartView({ part, ...drawing }: Drawing & { part: Part }): JSX.Element {
  const { links, sources, opensOutside } = drawing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text means the same block
  return useMemo(() => <BlockView block={part.block} {...drawing} />, [part.text, links, sources, opensOutside]);
}

function BlockView({ block, ...drawing }: Drawing & { block: Block }): JSX.Element {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          <Inlines nodes={block.children} {...drawing} />
        </p>
      );
    case "heading": {
      // The panel has its own title, so headings start at a lower level.
      const Heading = block.level <= 2 ? "h3" : "h4";
      return (
        <Heading>
          <Inlines nodes={block.children} {...drawing} />
        </Heading>
      );
    }
    case "code":
      return <CodeBlock code={block.text} language={block.language} isClosed={block.isClosed} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.children} {...drawing} />
        </blockquote>
      );
    case "list":
      return <ListView start={block.start} items={block.items} {...drawing} />;
    case "table":
      return <TableView head={block.head} rows={block.rows} {...drawing} />;
    case "rule":
      return <hr />;
  }
}

function Blocks({ blocks, ...drawing }: Drawing & { blocks: readonly Block[] }): JSX.Element {
  return (
    <Fragment>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only appended
        <BlockView key={index} block={block} {...drawing} />
      ))}
    </Fragment>
  );
}

function ListView({
  start,
  items,
  ...drawing
}: Drawing & { start: number | undefined; items: readonly Block[][] }): JSX.Element {
  const rows = items.map((blocks, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
    <li key={index}>
      <Blocks blocks={blocks} {...drawing} />
    </li>
  ));
  return start === undefined ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

function TableView({
  head,
  rows,
  ...drawing
}: Drawing & { head: readonly Inline[][]; rows: readonly Inline[][][] }): JSX.Element {
  const cells = (Cell: "th" | "td", row: readonly Inline[][]) =>
    row.map((nodes, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key
      <Cell key={index}>
        <Inlines nodes={nodes} {...drawing} />
      </Cell>
    ));
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

function Inlines({ nodes, ...drawing }: Drawing & { nodes: readonly Inline[] }): JSX.Element {
  return (
    <Fragment>
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes are only appended
        <InlineView key={index} node={heldBy(node, nodes[index + 1])} {...drawing} />
      ))}
    </Fragment>
  );
}

/** Keeps a citation on the same line as the word before it. */
function heldBy(node: Inline, next: Inline | undefined): Inline {
  if (node.type !== "text" || next?.type !== "citation") return node;
  return { ...node, text: node.text.replace(/ $/, "\u00a0") };
}

function InlineView({ node, ...drawing }: Drawing & { node: Inline }): JSX.Element {
  switch (node.type) {
    case "text":
      return <Fragment>{node.text}</Fragment>;
    case "code":
      return <code>{node.text}</code>;
    case "break":
      return <br />;
    case "citation":
      return <Citation number={node.number} href={node.href} {...drawing} />;
    case "link":
      return <Link href={node.href} nodes={node.children} {...drawing} />;
    default: {
      const Mark = ({ strong: "strong", emphasis: "em", deleted: "del" } as const)[node.type];
      return (
        <Mark>
          <Inlines nodes={node.children} {...drawing} />
        </Mark>
      );
    }
  }
}

function Link({ href, nodes, ...drawing }: Drawing & { href: string; nodes: readonly Inline[] }): JSX.Element {
  const allowed = drawing.links(href);
  const words = <Inlines nodes={nodes} {...drawing} />;
  if (allowed === undefined) return words;
  return (
    <a href={allowed} {...(drawing.opensOutside ? outside : {})}>
      {words}
    </a>
  );
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
