import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card } from "../ui/page.tsx";

/** Bounds what is drawn before somebody asks for the rest. */
const blocksMax = 40;

/** A long description is cut until somebody asks for the rest. */
export function PullDescription({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const [isLong, setLong] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (current !== null && text !== "") {
      setLong(current.scrollHeight > current.clientHeight);
    }
  }, [text]);
  if (text.trim() === "") {
    return null;
  }
  return (
    <Card className="mb-10 p-5">
      <div ref={frame} className={isWhole ? "" : "max-h-[520px] overflow-hidden"}>
        <Markdown text={text} {...(!isWhole && { blocksMax })} />
      </div>
      {(isLong || isWhole) && (
        <Button size="small" className="mt-4" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </Card>
  );
}
