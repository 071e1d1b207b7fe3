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
  if (sources.length === 0) return null;
  const shown = isWhole ? sources : sources.slice(0, shownFirst);
  return (
    <nav class="sources" aria-label={words.sources}>
      <h3>{words.sources}</h3>
      <ol>
        {shown.map(({ url, title, section }, index) => (
          <li key={url}>
            <a href={links(url)} {...(opensOutside ? { target: "_blank", rel: "noopener" } : {})}>
              <span class="number">{index + 1}</span>
              <span class="source-title">{title}</span>
              {section !== undefined && section !== title && <span class="source-section">{section}</span>}
            </a>
          </li>
        ))}
      </ol>
      {sources.length > shown.length && (
        <button class="more" type="button" onClick={() => setWhole(true)}>
          {words.moreOf} ({sources.length - shown.length})
        </button>
      )}
    </nav>
  );
}
