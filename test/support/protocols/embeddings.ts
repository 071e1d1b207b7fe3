type Body = Record<string, unknown>;

/** The reply to a request for embeddings, one vector of two numbers per text; undefined for any other request. */
export function answerEmbeddings(path: string, body: Body): object | undefined {
  if (path.endsWith("/embeddings")) {
    const texts = body.input as string[];
    const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
    return { object: "list", data, model: body.model, usage: { prompt_tokens: 1, total_tokens: 1 } };
  }
  if (path.endsWith(":embedContent")) {
    return { embedding: { values: vectorOf(readParts(body)) } };
  }
  if (path.endsWith(":batchEmbedContents")) {
    return { embeddings: (body.requests as Body[]).map((request) => ({ values: vectorOf(readParts(request)) })) };
  }
  if (path.endsWith("/invoke")) {
    return { embedding: vectorOf(String(body.inputText)), inputTextTokenCount: 1 };
  }
  return undefined;
}

function readParts(request: Body): string {
  return (request.content as { parts: { text: string }[] }).parts.map(({ text }) => text).join("");
}

/** Texts of different lengths get vectors with different directions. */
function vectorOf(text: string): number[] {
  return [text.length, 10];
}
