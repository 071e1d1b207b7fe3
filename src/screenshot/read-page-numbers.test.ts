import { expect, test } from "vitest";
import { readPageNumbers } from "./read-page-numbers.ts";

const pdf = `%PDF-1.4
5 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
7 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
8 0 obj
<</page-1 [5 0 R /XYZ 0 842.88 0]
/page-1-see-page-2 [5 0 R /XYZ 0 500 0]
/page-2 [7 0 R /XYZ 0 842.88 0]>>
endobj
10 0 obj
<</Type /Catalog
/Dests 8 0 R>>
endobj
`;

test("the page of each link target is read from a PDF of Chromium", () => {
  expect(readPageNumbers(Buffer.from(pdf))).toEqual({ "page-1": 1, "page-1-see-page-2": 1, "page-2": 2 });
});

test("a PDF that is written differently has no page numbers", () => {
  expect(readPageNumbers(Buffer.from("%PDF-2.0 compressed"))).toEqual({});
  expect(readPageNumbers(Buffer.from(pdf.replace("8 0 obj", "88 0 obj")))).toEqual({});
});
