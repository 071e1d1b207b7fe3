const reopenMilliseconds = 1_000;
const reopensMax = 30;

interface Followed<Event extends { id: number }, Resource> {
  events(lastEventId: number): Promise<AsyncIterable<Event>>;
  read(): Promise<Resource>;
  isOver(resource: Resource): boolean;
  onEvent(event: Event): void;
  signal?: AbortSignal | undefined;
}

/** Follows events until the resource reaches its final state, even across server restarts, and returns it. */
export async function followToEnd<Event extends { id: number }, Resource>(
  followed: Followed<Event, Resource>,
): Promise<Resource> {
  let lastEventId = 0;
  let reopens = 0;
  for (;;) {
    try {
      for await (const event of await followed.events(lastEventId)) {
        lastEventId = event.id;
        reopens = 0;
        followed.onEvent(event);
      }
      const resource = await followed.read();
      if (followed.isOver(resource)) {
        return resource;
      }
    } catch (error) {
      if (followed.signal?.aborted || isRefusal(error) || reopens >= reopensMax) {
        throw error;
      }
    }
    reopens += 1;
    await new Promise((resolve) => setTimeout(resolve, reopenMilliseconds));
    followed.signal?.throwIfAborted();
  }
}

// A refused request will be refused again, but a server that is down may come back.
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}
