// Runs in a separate process, because the package always unpacks into the folder for temporary files, which can only be
// set in a process's environment.
import { join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const [, , archives = ""] = process.argv;

for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
  await inflate(join(archives, name));
}
