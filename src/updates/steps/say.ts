/** Tells a person what happens: a line alone, or a piece of work with how long it took. */
export interface Say {
  <Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  line(text: string): void;
}

export function createSay(write: (line: string) => void): Say {
  const say = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    write(`${what} (${Math.round(performance.now() - began)} ms)`);
    return result;
  };
  return Object.assign(say, { line: write });
}
