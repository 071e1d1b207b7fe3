/** All of the body that another server answered with, or `tooLong` if it is longer than it may be. */
export async function readReply({ body }: Response, bytesMax: number, tooLong: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
