/** The whole body of another server's response, or the `tooLong` error if it exceeds the limit. */
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
