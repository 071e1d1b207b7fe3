// Runs as a process of its own: the package unpacks into the folder for temporary files and nowhere else, and which
// folder that is can only be told to a process that is not ours.
import { join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const [, , archives = ""] = process.argv;

for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
  await inflate(join(archives, name));
}
