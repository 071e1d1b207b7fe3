import type { Passage } from "./answer-reader.ts";

/** The search results that the answer is based on. */
export function PassageList({ passages, isAsked }: { passages: readonly Passage[]; isAsked: boolean }) {
  return (
    <section>
      <h2 className="mb-2">Retrieved passages</h2>
      {passages.length === 0 ? (
        <p className="text-ink-soft">
          {isAsked
            ? "Nothing was found that the answer could be made of."
            : "Ask something: the passages that the answer is made of are shown here."}
        </p>
      ) : (
        <ol className="grid gap-2">
          {passages.map(({ title, section, path, content, score }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page may occur twice; the list is only appended to.
            <li key={index}>
              <details className="group rounded-card border border-line bg-surface">
                <summary className="flex items-baseline gap-2 px-4 py-2">
                  <span className="text-ink-faint tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1">
                    <span className="font-medium">{title}</span>
                    {section !== undefined && <span className="text-ink-soft"> › {section}</span>}
                    <code className="block truncate text-ink-faint">{path}</code>
                    <span className="mt-0.5 line-clamp-2 text-[13px] leading-5 text-ink-soft group-open:hidden">
                      {content}
                    </span>
                  </span>
                  {score !== undefined && (
                    <span className="text-[13px] text-ink-faint tabular-nums">{score.toFixed(2)}</span>
                  )}
                </summary>
                <p className="max-h-64 overflow-y-auto border-t border-line px-4 py-3 text-[13px] leading-5 whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
                  {content}
                </p>
              </details>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
