/** A progress line at the bottom of an interactive terminal. */
interface ProgressLine {
  show(text: string): void;
  /** Call before writing anything else. */
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

/** Writes nothing if the output is a file or a pipe. */
export function createProgressLine(terminal: Terminal, now = () => performance.now()): ProgressLine {
  let isShown = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (terminal.isTTY !== true || now() - shownAt < showEveryMilliseconds) return;
      shownAt = now();
      isShown = true;
      // A line wider than the terminal could not be cleared.
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
