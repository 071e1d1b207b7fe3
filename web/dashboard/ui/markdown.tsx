import { type ComponentProps, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { answerLink } from "../../../src/contract/answer-link.ts";
import { count } from "../../../src/contract/count.ts";
import type { Block, Inline } from "../../site/markdown-tree.ts";
import { parseMarkdown } from "../../site/parse-markdown.ts";
import { Button } from "./button.tsx";

interface MarkdownProps {
  text: string;
  /** The origins that links may lead to. If missing, links may lead to any web address. */
  origins?: readonly string[];
  /** Cuts the text after this many blocks. */
  blocksMax?: number;
}

/** Longer tables are cut until the reader asks for the rest. */
const tableRowsMax = 10;

const Origins = createContext<readonly string[] | undefined>(undefined);

/** Renders the Markdown of answers and pull requests. The parser doesn't support HTML, so no text can become markup. */
export function Markdown({ text, origins, blocksMax = Number.POSITIVE_INFINITY }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <Origins value={origins}>
      <div className="grid gap-3 [overflow-wrap:anywhere] *:max-w-[72ch] *:data-wide:max-w-none">
        <Blocks blocks={blocks.slice(0, blocksMax)} />
      </div>
    </Origins>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended.
    <BlockView key={index} block={block} />
  ));
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        <pre tabIndex={0} className="overflow-x-auto rounded-card bg-log px-4 py-3 text-log-ink">
          {block.text}
        </pre>
      );
    case "heading":
      return <p className="mt-1 font-semibold">{inlines(block.children)}</p>;
    case "paragraph":
      return <p>{inlines(block.children)}</p>;
    case "quote":
      return (
        <blockquote className="grid gap-3 border-l-2 border-line pl-4 text-ink-soft">
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case "list":
      return <List start={block.start} items={block.items} />;
    case "table":
      return <TableView head={block.head} rows={block.rows} />;
    case "rule":
      return <hr />;
  }
}

function List({ start, items }: { start: number | undefined; items: readonly Block[][] }) {
  const rows = items.map((blocks, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <li key={index} className="pl-1">
      <Blocks blocks={blocks} />
    </li>
  ));
  return start === undefined ? (
    <ul className="grid list-disc gap-1 pl-5">{rows}</ul>
  ) : (
    <ol start={start} className="grid list-decimal gap-1 pl-5">
      {rows}
    </ol>
  );
}

function TableView({ head, rows }: { head: readonly Inline[][]; rows: readonly Inline[][][] }) {
  const [isWhole, setWhole] = useState(rows.length <= tableRowsMax);
  const cells = (Cell: "th" | "td", row: readonly Inline[][]) =>
    row.map((nodes, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ID.
      <Cell key={index} className="max-w-[48ch] min-w-16 px-3 py-1.5 align-top first:pl-0">
        {inlines(nodes)}
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
    <div tabIndex={0} data-wide className="min-w-0 overflow-x-auto">
      {/* Cells only wrap between words; a table that is too wide scrolls. */}
      <table className="border-collapse text-left [overflow-wrap:normal]">
        <thead>
          <tr className="border-b border-line">{cells("th", head)}</tr>
        </thead>
        <tbody className="divide-y divide-line">
          {(isWhole ? rows : rows.slice(0, tableRowsMax)).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <tr key={index}>{cells("td", row)}</tr>
          ))}
        </tbody>
      </table>
      {!isWhole && (
        <Button size="small" className="mt-2" onClick={() => setWhole(true)}>
          Show all {count(rows.length, "row")}
        </Button>
      )}
    </div>
  );
}

function inlines(nodes: readonly Inline[]): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text is only ever appended.
    <InlineView key={index} node={node} />
  ));
}

function InlineView({ node }: { node: Inline }): ReactNode {
  switch (node.type) {
    case "text":
      return node.text;
    case "code":
      return <code className="rounded-xs bg-sunken px-1 py-0.5">{node.text}</code>;
    case "break":
      return <br />;
    case "citation":
      return (
        <Outside
          href={node.href}
          title={`Source ${node.number}: ${node.href}`}
          className="mx-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-[4px] bg-accent-soft px-1 align-[1px] text-[11px] font-semibold text-accent-strong tabular-nums no-underline hover:bg-accent hover:text-on-accent"
        >
          {node.number}
        </Outside>
      );
    case "link":
      return (
        <Outside
          href={node.href}
          className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
        >
          {inlines(node.children)}
        </Outside>
      );
    default: {
      const Mark = ({ strong: "strong", emphasis: "em", deleted: "del" } as const)[node.type];
      return <Mark>{inlines(node.children)}</Mark>;
    }
  }
}

/** Without origins, only absolute web addresses become links. Relative links belong to a site that isn't known here. */
function Outside({ href, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  const origins = useContext(Origins);
  const allowed = origins === undefined ? webAddress(href) : answerLink(href, origins);
  return allowed !== undefined ? (
    <a href={allowed} target="_blank" rel="noreferrer" {...rest}>
      {children}
    </a>
  ) : (
    children
  );
}

function webAddress(href: string): string | undefined {
  return /^https?:\/\//i.test(href) ? href : undefined;
}
