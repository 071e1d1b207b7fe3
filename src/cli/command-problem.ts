/** A failed command, with one sentence that says what to do. Exit code 2 means wrong usage, 1 anything else. */
export class CommandProblem extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandProblem";
    this.exitCode = exitCode;
  }
}
