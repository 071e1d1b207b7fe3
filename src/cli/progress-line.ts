/** One line at the bottom of an interactive terminal that says how far long work is. */
interface ProgressLine {
  show(text: string): void;
  /** Before anything else is written. */
  clear(): void;
}

interface Terminal {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

const showEveryMilliseconds = 50;
const columnsUnknown = 80;
const clearLine = "\r\u001B[K";

/** Writes nothing at all where nobody looks: a file or a pipe gets no line that is rewritten. */
export function createProgressLine(terminal: Terminal, now = () => performance.now()): ProgressLine {
  let isShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (terminal.isTTY !== true || now() - shownAt < showEveryMilliseconds) return;
      shownAt = now();
      isShown = true;
      // A line that is wider than the terminal could not be taken back.
      terminal.write(`${clearLine}${text.slice(0, (terminal.columns ?? columnsUnknown) - 1)}`);
    },
    clear() {
      if (!isShown) return;
      isShown = false;
      shownAt = Number.NEGATIVE_INFINITY;
      terminal.write(clearLine);
    },
  };
}
