/** Styles of a printed site, in addition to those for printing a single page. */
export const printStyles = `
.article { max-width: none; margin: 0; padding: 0; }
.article + .article { break-before: page; }
.print-title { margin: 0 0 12mm; font-size: 26pt; font-weight: 700; line-height: 1.2; }
.print-contents { margin: 0; padding: 0; list-style: none; font-size: 10.5pt; line-height: 1.6; }
.print-contents li { display: flex; gap: 2mm; align-items: baseline; break-inside: avoid; }
.print-contents a { flex: 1; display: flex; align-items: baseline; gap: 2mm; color: inherit; text-decoration: none; }
.print-contents [data-number]::after { order: 2; color: #555; content: attr(data-number); }
.print-contents [data-number]::before { flex: 1; order: 1; border-bottom: 0.3mm dotted #bbb; content: ""; }
.print-entry-part { margin-top: 6mm; font-size: 13pt; font-weight: 700; break-after: avoid; }
.print-entry-group { margin-top: 2.5mm; font-weight: 600; break-after: avoid; }
.print-level-2 { padding-left: 5mm; }
.print-level-3 { padding-left: 10mm; }
.print-level-4 { padding-left: 15mm; }
.print-level-5, .print-level-6, .print-level-7 { padding-left: 20mm; }
.print-heading { margin: 0 0 3mm; color: #555; font-weight: 600; break-after: avoid; }
.print-part { color: #000; font-size: 20pt; }
.print-group { font-size: 11pt; }
.article .article-head { margin-top: 0; padding-top: 0; }
video, .video-frame { display: none; }
`;
