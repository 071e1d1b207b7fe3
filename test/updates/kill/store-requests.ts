/** Whether this is the request to stop at, or a later one. */
export type RequestPattern = (request: string) => boolean;

/** Points at which an update can be stopped while it stores its artifact, by its next request to the store. */
export const storeSteps: [string, () => RequestPattern][] = [
  ["before anything is stored", () => nth(1, /^PUT .*\/holds\/publish-/)],
  ["in the middle of its files", () => nth(2, /^PUT .*\/blobs\//)],
  ["before its list of files is written", () => nth(1, /^PUT .*\/manifests\//)],
  ["after its list of files is written", afterManifest],
];

export function nth(count: number, pattern: RegExp): RequestPattern {
  let seen = 0;
  return (request) => {
    seen += Number(pattern.test(request));
    return seen >= count && pattern.test(request);
  };
}

/** Matches the first listing after a collection has written its lock. */
export function afterCollectHold(): RequestPattern {
  let isCollecting = false;
  return (request) => {
    const wasCollecting = isCollecting;
    isCollecting ||= /^PUT .*\/holds\/collect-/.test(request);
    return wasCollecting && request === "LIST";
  };
}

/** Matches the requests that read the written files back. */
function afterManifest(): RequestPattern {
  const written = new Set<string>();
  return (request) => {
    const [method = "", key = ""] = request.split(" ");
    if (method === "PUT" && key.includes("/manifests/")) {
      written.add(key);
    }
    return method === "GET" && written.has(key);
  };
}
