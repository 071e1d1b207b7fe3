import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CitedSource } from "./cited-sources.ts";
import type { LinkPolicy } from "./link-policy.ts";
import { useWords } from "./words.ts";

interface SourceListProps {
  cited: readonly CitedSource[];
  links: LinkPolicy;
  opensOutside: boolean;
}

const shownFirst = 3;

/** The pages that an answer cites. */
export function SourceList({ cited, links, opensOutside }: SourceListProps): JSX.Element | null {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  const linked = cited.flatMap((source) => {
    const href = links(source.href);
    return href === undefined ? [] : [{ ...source, href }];
  });
  if (linked.length === 0) return null;
  const shown = isWhole ? linked : linked.slice(0, shownFirst);
  return (
    <nav class="sources" aria-label={words.sources}>
      <h3>{words.sources}</h3>
      <ol>
        {shown.map(({ href, title, section, number }) => (
          <li key={number}>
            <a href={href} {...(opensOutside ? { target: "_blank", rel: "noopener" } : {})}>
              <span class="number">{number}</span>
              <span class="source-title">{title}</span>
              {section !== undefined && section !== title && <span class="source-section">{section}</span>}
            </a>
          </li>
        ))}
      </ol>
      {linked.length > shown.length && (
        <button class="more" type="button" onClick={() => setWhole(true)}>
          {words.moreOf} ({linked.length - shown.length})
        </button>
      )}
    </nav>
  );
}
