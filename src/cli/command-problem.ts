/** Why a command cannot do what was asked: one sentence that says what to do. 2 is for what was typed, 1 for the rest. */
export class CommandProblem extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandProblem";
    this.exitCode = exitCode;
  }
}
