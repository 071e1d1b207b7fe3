/** Repositories of the built-in git host. Their objects are packs in the artifact store. */
export interface RepositoryTables {
  hostedRepositories: {
    projectId: string;
    /** Counts every change of refs or packs. */
    version: number;
    /** A new value for every version. After a restore, the same version can occur a second time with other content. */
    stamp: string;
    /** Counts how often unreachable objects were dropped. */
    epoch: number;
    /** The branch that a clone checks out. */
    head: string;
    createdAt: number;
  };
  hostedRefs: {
    projectId: string;
    /** In full, such as `refs/heads/main`. */
    name: string;
    sha: string;
  };
  hostedPacks: {
    /** Identifies one upload. The same pack can be uploaded twice, and each upload is removed separately. */
    id: string;
    projectId: string;
    /** SHA-256 of the pack. */
    digest: string;
    bytes: number;
    /** `pending` from before its upload until the change that needs it is committed; `replaced` until it is removed. */
    state: "pending" | "current" | "replaced";
    /** When the pack entered this state. */
    changedAt: number;
  };
}
