export function isWebAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source.trim());
}

export const addFileHint = "put the file into the project and name its path";

/** `/specs/a.json` and `./specs/a.json` are the file `specs/a.json`. */
export function normaliseSpecPath(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+/, "");
}
