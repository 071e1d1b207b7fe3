// A separate process, because the package always unpacks into the folder for temporary files, which only the environment of
// a process can change.
import { join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const [, , archives = ""] = process.argv;

for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
  await inflate(join(archives, name));
}
