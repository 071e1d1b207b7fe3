import { expect, test } from "vitest";
import { reduceError } from "./reduce-error.ts";

test.each([
  [
    "Node",
    `Error: listen EADDRINUSE: address already in use 127.0.0.1:3000
    at Server.setupListenHandle [as _listen2] (node:net:1463:16)
    at listenInCluster (node:net:1511:12) {
  errno: -98,
  syscall: 'listen'`,
    "listen EADDRINUSE: address already in use\nsyscall: 'listen'",
  ],
  [
    "Python",
    `Traceback (most recent call last):
  File "/usr/lib/python3/app.py", line 12, in <module>
    main()
ValueError: Tool 'add_numbers' not found in "my own server"`,
    "ValueError: Tool 'add_numbers' not found in",
  ],
  [
    "a log",
    "2026-03-04T10:11:12.123Z ERROR: [pid 1234] cannot push 9f86d081884c7d65 to https://git.example.com/a/b.git",
    "ERROR: cannot push to",
  ],
  [
    "Windows",
    "getting TypeError: Cannot read properties of undefined (reading 'config') in C:\\Users\\me\\src\\index.ts:4:5 why",
    "getting TypeError: Cannot read properties of undefined (reading 'config') in why",
  ],
  [
    "a code",
    "FST_ERR_CTP_INVALID_MEDIA_TYPE Unsupported Media Type /home/me/app/node_modules/fastify/lib/parser.js:12:3",
    "FST_ERR_CTP_INVALID_MEDIA_TYPE Unsupported Media Type",
  ],
])("an error message of %s is reduced to its fixed words", (_, pasted, kept) => {
  expect(reduceError(pasted)).toBe(kept);
});

test.each(["how do I install it in /usr/local/bin?", "is http://localhost:3000 the default", "open 127.0.0.1:3000"])(
  "%j is not treated as an error message",
  (text) => {
    expect(reduceError(text)).toBe(text);
  },
);
