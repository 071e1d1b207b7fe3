import { expect, test } from "vitest";
import { answerSmallTalk } from "./small-talk.ts";

test.each([
  "Hi",
  "hello!",
  "Hey there :)",
  "Thanks a lot!",
  "thank you",
  "Who are you?",
  "Are you an AI?",
  "what can you do??",
  "bye",
])("%j is answered without a search", (text) => {
  expect(answerSmallTalk(text, "Acme")).toMatch(/\w/);
});

test.each([
  "How do I say hello world?",
  "help with install",
  "What are you supposed to configure?",
  "ok google",
  "hi, how do I install it?",
  "",
])("%j is a question", (text) => {
  expect(answerSmallTalk(text, "Acme")).toBeUndefined();
});
