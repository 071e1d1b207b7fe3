import { useEffect, useState } from "react";
import { exactTime, relativeTime } from "./format-time.ts";

const tickMilliseconds = 20_000;

/** Relative time in the browser's language, with the exact local time on hover. */
export function Time({ at }: { at: string | number }) {
  const date = new Date(at);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)} className="whitespace-nowrap tabular-nums">
      {relativeTime(date.getTime(), now)}
    </time>
  );
}
