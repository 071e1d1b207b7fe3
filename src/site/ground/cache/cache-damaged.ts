/** What was kept by an earlier build cannot be read. It is forgotten by now, so another build will make it anew. */
export class CacheDamaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CacheDamaged";
  }
}
