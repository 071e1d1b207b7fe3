const address = /https?:\/\/[^\s,]+?(?=[.,]?(?:\s|$))/;

/** Turns the URLs in a text from the server into links. */
export function LinkedText({ text }: { text: string }) {
  const match = address.exec(text);
  if (match === null) {
    return text;
  }
  return (
    <>
      {text.slice(0, match.index)}
      <a href={match[0]} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
        {match[0]}
      </a>
      {text.slice(match.index + match[0].length)}
    </>
  );
}
