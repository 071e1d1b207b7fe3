import { hash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { listNames } from "../platform/list-names.ts";
import { type Embedder, embedTexts } from "../platform/model/embed-texts.ts";
import type { Services } from "../platform/services.ts";
import { findProjectById } from "../projects/store.ts";
import {
  decodePassage,
  decodeVectors,
  encodeVectors,
  type PassageVectors,
  packVectors,
  readPage,
  type SearchIndex,
  similarities,
} from "../search/querying.ts";

/** The semantic similarity of each passage to a query; undefined until known. */
export type FindNear = (projectId: string, index: SearchIndex, query: string) => Promise<Float32Array | undefined>;

interface VectorDeps extends Pick<Services, "log"> {
  embedder: Embedder;
  /** Contains one file per project. */
  folder: string;
}

const textCharactersMax = 2_000;
const queryCharactersMax = 1_000;
const textsPerRequest = 64;
const passagesMax = 50_000;
/** The number of pages read before yielding to the event loop. */
const pagesAtOnce = 20;
const requestSeconds = 60;
/** If embedding the query takes longer, the question is answered by keyword search alone. */
const querySeconds = 2;
const retrySeconds = 60;
const queriesRemembered = 1_000;

/**
 * Embedding vectors for the passages of published sites. They are computed in the background when an index is first
 * used, one site at a time, and stored by the hash of their text. After an update, only the vectors of changed texts
 * are computed.
 */
export function createSiteVectors(deps: VectorDeps): FindNear {
  const made = new WeakMap<SearchIndex, PassageVectors>();
  const triedAt = new WeakMap<SearchIndex, number>();
  const queries = new LRUCache<string, Float32Array>({ max: queriesRemembered });
  let queue: Promise<void> = Promise.resolve();

  function makeLater(projectId: string, index: SearchIndex): void {
    const last = triedAt.get(index);
    if (last !== undefined && performance.now() - last < retrySeconds * 1_000) return;
    triedAt.set(index, performance.now());
    queue = queue.then(async () => {
      try {
        if (!made.has(index)) made.set(index, await makeVectors(deps, projectId, index));
      } catch (error) {
        deps.log.warn({ error, projectId }, "could not compute the vectors of a site; using keyword search");
      }
    });
  }

  async function embedQuery(query: string): Promise<Float32Array | undefined> {
    const text = query.slice(0, queryCharactersMax);
    const known = queries.get(text);
    if (known !== undefined) return known;
    const [vector] = await embedTexts(deps.embedder, [text], AbortSignal.timeout(querySeconds * 1_000));
    queries.set(text, vector);
    return vector;
  }

  return async (projectId, index, query) => {
    const vectors = made.get(index);
    if (vectors === undefined) {
      if (index.passageCount > 0 && index.passageCount <= passagesMax) makeLater(projectId, index);
      return undefined;
    }
    try {
      const asked = await embedQuery(query);
      return asked && similarities(vectors, asked);
    } catch (error) {
      deps.log.warn({ error }, "the embeddings server did not answer; using keyword search");
      return undefined;
    }
  };
}

async function makeVectors(deps: VectorDeps, projectId: string, index: SearchIndex): Promise<PassageVectors> {
  const { embedder, folder } = deps;
  const file = join(folder, `${projectId}-${hash("sha256", embedder.choice.name).slice(0, 16)}.vectors`);
  const texts = await passageTexts(index);
  const hashes = texts.map((text) => hash("sha256", text).slice(0, 32));
  const known = await readKnown(file);
  const missing = [...new Map(hashes.map((name, place) => [name, texts[place] ?? ""]))].filter(
    ([name]) => !known.has(name),
  );
  for (let start = 0; start < missing.length; start += textsPerRequest) {
    const batch = missing.slice(start, start + textsPerRequest);
    const signal = AbortSignal.timeout(requestSeconds * 1_000);
    const vectors = await embedTexts(
      embedder,
      batch.map(([, text]) => text),
      signal,
    );
    for (const [place, [name]] of batch.entries()) known.set(name, vectors[place] ?? new Float32Array());
  }
  const vectors = hashes.map((name) => known.get(name) ?? new Float32Array());
  if (new Set(vectors.map(({ length }) => length)).size > 1) {
    await rm(file, { force: true });
    throw new Error("the embeddings server changed the size of its vectors; all of them will be computed again");
  }
  const packed = packVectors(hashes, vectors);
  if (missing.length > 0) await writeWhole(folder, file, encodeVectors(packed));
  return packed;
}

/** The texts to embed. They include the title and headings, because a passage alone often doesn't name its subject. */
async function passageTexts(index: SearchIndex): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 0; page < index.pageCount; page++) {
    if (page % pagesAtOnce === 0) await setImmediate();
    const { title } = readPage(index, page);
    for (let passage = texts.length; passage < (index.pageFirstPassage[page + 1] ?? 0); passage++) {
      const { headingPath, blocks } = decodePassage(index, passage);
      const text = [title, ...headingPath, ...blocks.map((block) => block.text)].join("\n");
      texts.push(text.slice(0, textCharactersMax));
    }
  }
  return texts;
}

/** The stored vectors by the hash of their text. If the file is lost, the vectors are computed again. */
async function readKnown(file: string): Promise<Map<string, Float32Array>> {
  const bytes = await readFile(file).catch(() => undefined);
  const kept = bytes && decodeVectors(bytes);
  if (kept === undefined) return new Map();
  const { dimensions, hashes, bytes: parts, scales } = kept;
  return new Map(
    hashes.map((name, place) => {
      const own = parts.subarray(place * dimensions, (place + 1) * dimensions);
      return [name, Float32Array.from(own, (part) => part * (scales[place] ?? 0))];
    }),
  );
}

async function writeWhole(folder: string, file: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes the embeddings of a project, for every model it ever had. */
export async function removeVectorsOf(folder: string, projectId: string): Promise<void> {
  for (const name of await listNames(folder)) {
    if (ownerOf(name) === projectId) await rm(join(folder, name), { force: true });
  }
}

/** Removes the embeddings that removed projects left behind. */
export async function sweepVectors(
  { query }: Services["database"],
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const projectId of new Set((await listNames(folder)).map(ownerOf))) {
    signal.throwIfAborted();
    const isRemoved = projectId !== undefined && (await findProjectById(query, projectId)) === undefined;
    if (isRemoved) await removeVectorsOf(folder, projectId);
  }
}

/** The project that a file of vectors belongs to. */
function ownerOf(name: string): string | undefined {
  return /^(prj_[0-9a-z]+)-[0-9a-f]+\.vectors/.exec(name)?.[1];
}
