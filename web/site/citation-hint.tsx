import type { JSX } from "preact";
import { useState } from "preact/hooks";

interface Hint {
  text: string;
  top: number;
  left: number;
}

const widthMax = 280;
const edge = 12;

/**
 * Shows the source of a citation on hover or focus. All citations share one box, positioned by script, because a box
 * inside the text would be clipped.
 */
export function useCitationHint() {
  const [hint, setHint] = useState<Hint>();
  const show = ({ target }: Event) => {
    const citation = target instanceof Element ? target.closest<HTMLElement>(".citation") : null;
    const text = citation?.dataset.hint ?? "";
    if (citation === null || text === "") return setHint(undefined);
    const box = citation.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - widthMax / 2, edge), innerWidth - widthMax - edge);
    setHint({ text, top: box.top, left });
  };
  const hide = () => setHint(undefined);
  return {
    watch: { onPointerOver: show, onPointerLeave: hide, onFocusIn: show, onFocusOut: hide },
    hint: hint !== undefined && <HintBox {...hint} />,
  };
}

/** A strict policy blocks style attributes, but not styles that a script sets. */
function HintBox({ text, top, left }: Hint): JSX.Element {
  const place = (box: HTMLElement | null) => {
    box?.style.setProperty("top", `${top}px`);
    box?.style.setProperty("left", `${left}px`);
  };
  return (
    <div class="hint" aria-hidden="true" ref={place}>
      <span>{text}</span>
    </div>
  );
}
