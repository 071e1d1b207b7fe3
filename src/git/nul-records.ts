import { GitError } from "./git-error.ts";

const recordBytesMax = 16_384;

/** Reads the records of git's options -z and --name-status: status, path, and the new path of a renamed file. */
export async function* changeRecords(output: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let fields: string[] = [];
  for await (const record of nulRecords(output)) {
    // The first status after a commit starts with a line break.
    fields.push(fields.length === 0 ? record.trimStart() : record);
    if (fields.length < (fields[0]?.startsWith("R") ? 3 : 2)) continue;
    yield fields;
    fields = [];
  }
}

/** Splits the output of git's -z option. Invalid UTF-8 in names becomes replacement characters. */
export async function* nulRecords(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      yield bytes.toString("utf8", start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > recordBytesMax) {
      throw new GitError("refused", `The repository contains a path of more than ${recordBytesMax} bytes; shorten it.`);
    }
  }
  if (rest.length > 0) {
    yield rest.toString("utf8");
  }
}
