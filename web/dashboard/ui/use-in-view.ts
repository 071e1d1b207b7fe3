import { type RefObject, useEffect, useRef, useState } from "react";

/** Content this close below the viewport counts as visible, so that it is ready when the reader scrolls to it. */
const margin = "200px";

/** Whether an element has come into view. Stays true, so that nothing disappears while someone reads it. */
export function useInView<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const target = useRef<Target>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (target.current === null || wasSeen) {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setSeen(true);
        }
      },
      { rootMargin: margin },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [wasSeen]);
  return [target, wasSeen];
}
