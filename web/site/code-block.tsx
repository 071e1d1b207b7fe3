import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";
import { type CodeNode, highlight } from "./highlight.ts";

interface CodeBlockProps {
  code: string;
  language: string;
  /** Code stays plain while it is streaming, and is highlighted once at the end. */
  isClosed: boolean;
}

export function CodeBlock({ code, language, isClosed }: CodeBlockProps): JSX.Element {
  const nodes = useMemo(() => (isClosed ? highlight(code, language) : [code]), [code, language, isClosed]);
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
        <CopyButton text={code} word="copy" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll long lines with the arrow keys */}
      <pre tabIndex={0}>
        <code>
          <CodeNodes nodes={nodes} />
        </code>
      </pre>
    </div>
  );
}

function CodeNodes({ nodes }: { nodes: readonly CodeNode[] }): JSX.Element {
  return (
    <Fragment>
      {nodes.map((node, index) =>
        typeof node === "string" ? (
          node
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: highlighted code doesn't change
          <span key={index} class={node.className}>
            <CodeNodes nodes={node.children} />
          </span>
        ),
      )}
    </Fragment>
  );
}
