/** The bytes aren't an intact index in a format that this version reads. The project's next update writes a new one. */
export class SearchIndexDamaged extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The search index cannot be read: ${reason}. Update the project to build it again.`, options);
    this.name = "SearchIndexDamaged";
  }
}
