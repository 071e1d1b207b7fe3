import fs from "node:fs";
import { widget } from "some-package";

export const Reader = () => {
  useEffect(() => console.log(fs.readFileSync("/etc/passwd")), []);
  return <p>Reads files</p>;
};

export const Loader = () => {
  useEffect(() => import("https://example.com/code.js"), []);
  return <p>Loads code</p>;
};

export const Packaged = () => <p>{widget("a")}</p>;

export const Misspelt = () => <p>{windoww.name}</p>;
