import { BuildFailure, BuildProblem } from "../../ground/build-problem.ts";

/** A file was written while the site was built from it, so the build has to begin again. */
export class SourceChanged extends BuildFailure {
  constructor(file: string) {
    super([new BuildProblem("has changed while the site was built", { file, hint: "build it again" })]);
    this.name = "SourceChanged";
  }
}
