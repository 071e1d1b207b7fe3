import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Source } from "./answer-stream.ts";
import type { LinkPolicy } from "./link-policy.ts";
import { useWords } from "./words.ts";

interface SourceListProps {
  sources: readonly Source[];
  links: LinkPolicy;
  opensOutside: boolean;
}

const shownFirst = 3;

/** The sources are above the answer and can be opened while it arrives. */
export function SourceList({ sources, links, opensOutside }: SourceListProps): JSX.Element | null {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  // The number is the one that citations in the answer have.
  const linked = sources.flatMap(({ url, title, section }, index) => {
    const href = links(url);
    return href === undefined ? [] : [{ href, title, section, number: index + 1 }];
  });
  if (linked.length === 0) return null;
  const shown = isWhole ? linked : linked.slice(0, shownFirst);
  return (
    <nav class="sources" aria-label={words.sources}>
      <h3>{words.sources}</h3>
      <ol>
        {shown.map(({ href, title, section, number }) => (
          <li key={href}>
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
