/** Utility classes that are one word with one meaning. */
const words = `
  block: display:block; hidden: display:none; inline: display:inline; inline-block: display:inline-block; flex: display:flex; inline-flex: display:inline-flex
  grid: display:grid; inline-grid: display:inline-grid; contents: display:contents; flow-root: display:flow-root
  flex-row: flex-direction:row; flex-col: flex-direction:column; flex-row-reverse: flex-direction:row-reverse
  flex-col-reverse: flex-direction:column-reverse; flex-wrap: flex-wrap:wrap; flex-nowrap: flex-wrap:nowrap
  flex-1: flex:1 1 0%; flex-auto: flex:1 1 auto; flex-initial: flex:0 1 auto; flex-none: flex:none
  grow: flex-grow:1; grow-0: flex-grow:0; flex-grow: flex-grow:1; shrink: flex-shrink:1; shrink-0: flex-shrink:0
  flex-shrink-0: flex-shrink:0; items-start: align-items:flex-start; items-end: align-items:flex-end
  items-center: align-items:center; items-baseline: align-items:baseline; items-stretch: align-items:stretch
  justify-start: justify-content:flex-start; justify-end: justify-content:flex-end; justify-center: justify-content:center
  justify-between: justify-content:space-between; justify-around: justify-content:space-around
  justify-evenly: justify-content:space-evenly; justify-items-center: justify-items:center
  justify-items-start: justify-items:start; justify-self-center: justify-self:center; justify-self-end: justify-self:end
  self-start: align-self:flex-start; self-end: align-self:flex-end; self-center: align-self:center
  self-stretch: align-self:stretch; self-auto: align-self:auto; content-center: align-content:center
  place-items-center: place-items:center; place-content-center: place-content:center
  text-left: text-align:left; text-center: text-align:center; text-right: text-align:right; text-justify: text-align:justify
  text-start: text-align:start; text-end: text-align:end
  text-xs: font-size:.75rem,line-height:1rem; text-sm: font-size:.875rem,line-height:1.25rem
  text-base: font-size:1rem,line-height:1.5rem; text-lg: font-size:1.125rem,line-height:1.75rem
  text-xl: font-size:1.25rem,line-height:1.75rem; text-2xl: font-size:1.5rem,line-height:2rem
  text-3xl: font-size:1.875rem,line-height:2.25rem; text-4xl: font-size:2.25rem,line-height:2.5rem
  text-5xl: font-size:3rem,line-height:1; text-6xl: font-size:3.75rem,line-height:1
  text-balance: text-wrap:balance; text-pretty: text-wrap:pretty; text-wrap: text-wrap:wrap; text-nowrap: text-wrap:nowrap
  font-thin: font-weight:100; font-extralight: font-weight:200; font-light: font-weight:300; font-normal: font-weight:400
  font-medium: font-weight:500; font-semibold: font-weight:600; font-bold: font-weight:700; font-extrabold: font-weight:800
  font-black: font-weight:900; font-sans: font-family:var(--font); font-mono: font-family:var(--mono)
  italic: font-style:italic; not-italic: font-style:normal; underline: text-decoration-line:underline
  line-through: text-decoration-line:line-through; no-underline: text-decoration-line:none
  uppercase: text-transform:uppercase; lowercase: text-transform:lowercase; capitalize: text-transform:capitalize
  normal-case: text-transform:none; truncate: overflow:hidden,text-overflow:ellipsis,white-space:nowrap
  whitespace-normal: white-space:normal; whitespace-nowrap: white-space:nowrap; whitespace-pre: white-space:pre
  whitespace-pre-wrap: white-space:pre-wrap; break-words: overflow-wrap:break-word; break-all: word-break:break-all
  leading-none: line-height:1; leading-tight: line-height:1.25; leading-snug: line-height:1.375
  leading-normal: line-height:1.5; leading-relaxed: line-height:1.625; leading-loose: line-height:2
  tracking-tighter: letter-spacing:-.05em; tracking-tight: letter-spacing:-.025em; tracking-normal: letter-spacing:0
  tracking-wide: letter-spacing:.025em; tracking-wider: letter-spacing:.05em; tracking-widest: letter-spacing:.1em
  list-none: list-style:none; list-disc: list-style:disc; list-decimal: list-style:decimal
  align-middle: vertical-align:middle; align-top: vertical-align:top; align-bottom: vertical-align:bottom
  align-baseline: vertical-align:baseline; rounded-none: border-radius:0; rounded-sm: border-radius:.125rem
  rounded: border-radius:.25rem; rounded-md: border-radius:.375rem; rounded-lg: border-radius:.5rem
  rounded-xl: border-radius:.75rem; rounded-2xl: border-radius:1rem; rounded-3xl: border-radius:1.5rem
  rounded-full: border-radius:9999px; border: border:1px solid var(--border); border-0: border-width:0
  border-2: border:2px solid var(--border); border-4: border:4px solid var(--border)
  border-t: border-top:1px solid var(--border); border-b: border-bottom:1px solid var(--border)
  border-l: border-left:1px solid var(--border); border-r: border-right:1px solid var(--border)
  border-solid: border-style:solid; border-dashed: border-style:dashed; border-dotted: border-style:dotted
  border-none: border-style:none; shadow-sm: box-shadow:0 1px 2px rgb(0 0 0/.05)
  shadow: box-shadow:0 1px 3px rgb(0 0 0/.1); shadow-md: box-shadow:0 4px 6px -1px rgb(0 0 0/.1)
  shadow-lg: box-shadow:0 10px 15px -3px rgb(0 0 0/.1); shadow-xl: box-shadow:0 20px 25px -5px rgb(0 0 0/.1)
  shadow-2xl: box-shadow:0 25px 50px -12px rgb(0 0 0/.25); shadow-none: box-shadow:none
  ring: box-shadow:0 0 0 3px var(--ring,currentColor); ring-0: box-shadow:none; ring-1: box-shadow:0 0 0 1px var(--ring,currentColor)
  ring-2: box-shadow:0 0 0 2px var(--ring,currentColor); ring-4: box-shadow:0 0 0 4px var(--ring,currentColor)
  tabular-nums: font-variant-numeric:tabular-nums; text-ellipsis: text-overflow:ellipsis; hyphens-auto: hyphens:auto
  table-fixed: table-layout:fixed; border-separate: border-collapse:separate; border-spacing-0: border-spacing:0
  overflow-hidden: overflow:hidden; overflow-auto: overflow:auto; overflow-visible: overflow:visible
  overflow-x-auto: overflow-x:auto; overflow-y-auto: overflow-y:auto; overflow-x-hidden: overflow-x:hidden
  relative: position:relative; absolute: position:absolute; static: position:static
  object-cover: object-fit:cover; object-contain: object-fit:contain; object-fill: object-fit:fill
  object-none: object-fit:none; object-center: object-position:center; object-top: object-position:top
  object-left: object-position:left; object-right: object-position:right; object-bottom: object-position:bottom
  aspect-auto: aspect-ratio:auto; aspect-square: aspect-ratio:1; aspect-video: aspect-ratio:16/9
  cursor-pointer: cursor:pointer; cursor-default: cursor:default; cursor-not-allowed: cursor:not-allowed
  select-none: user-select:none; pointer-events-none: pointer-events:none; invisible: visibility:hidden
  visible: visibility:visible; transition: transition:all 150ms ease-out; transition-all: transition:all 150ms ease-out
  transition-colors: transition:color 150ms ease-out,background-color 150ms ease-out,border-color 150ms ease-out
  transition-opacity: transition:opacity 150ms ease-out; transition-none: transition:none
  bg-cover: background-size:cover; bg-center: background-position:center; mx-auto: margin-inline:auto
  ml-auto: margin-left:auto; mr-auto: margin-right:auto; mt-auto: margin-top:auto; mb-auto: margin-bottom:auto
  my-auto: margin-block:auto; m-auto: margin:auto; col-span-full: grid-column:1/-1
  sr-only: position:absolute,width:1px,height:1px,padding:0,margin:-1px,overflow:hidden,clip-path:inset(50%),white-space:nowrap,border-width:0`;

/** A comma in a list of transitions is part of the value; between declarations it is not. */
const declarations = new Map<string, string>(
  words
    .split(/;\s+|\n/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry): [string, string] => {
      const colon = entry.indexOf(": ");
      return [entry.slice(0, colon), entry.slice(colon + 2).replaceAll(/,(?=[a-z-]+:)/g, ";")];
    }),
);

export function utilityWord(name: string): string | undefined {
  return declarations.get(name);
}
