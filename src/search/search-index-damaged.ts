/** The bytes are no index of this version, or not a whole one. A new update of the project makes it again. */
export class SearchIndexDamaged extends Error {
  constructor(reason: string) {
    super(`The search index cannot be read: ${reason}. Update the project to build it again.`);
    this.name = "SearchIndexDamaged";
  }
}
