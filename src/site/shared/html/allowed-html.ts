import { authorClass, type HtmlAttributes } from "./html-node.ts";

/** The sanitizer's allowlists. Everything else is removed from pages. */
function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

export const htmlTags: ReadonlySet<string> = new Set(
  words(`a abbr address article aside audio b bdi bdo blockquote br button caption center cite code col colgroup data dd del
  details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i iframe img input ins kbd label li main mark nav ol p
  picture pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr
  track tt u ul var video wbr`),
);

export const svgTags: ReadonlySet<string> = new Set(
  words(`svg g path circle ellipse line polyline polygon rect text tspan defs linearGradient radialGradient stop clipPath
  mask pattern symbol use title desc marker filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge
  feMergeNode feDropShadow feMorphology feTurbulence feDisplacementMap feComponentTransfer feFuncA feFuncB feFuncG feFuncR
  textPath image`),
);

/** Formulas for screen readers. They can't contain HTML, so no parser trick can break out of them. */
export const mathTags: ReadonlySet<string> = new Set(
  words(`math semantics annotation mrow mi mn mo ms mtext mspace msqrt mroot mfrac msub msup msubsup munder mover munderover
  mtable mtr mtd mpadded mphantom menclose mstyle`),
);

export const mathAttributes: ReadonlySet<string> = new Set(
  words(`xmlns display encoding mathvariant stretchy fence separator lspace rspace voffset width height depth minsize maxsize
  columnalign columnspacing columnlines rowspacing rowlines accent accentunder displaystyle scriptlevel linethickness notation
  mathcolor mathbackground mathsize movablelimits symmetric`),
);

/** Elements that are removed together with their content, because their content isn't text for readers. */
export const droppedTags: ReadonlySet<string> = new Set(
  words(`script style object embed applet base meta link form template noscript noembed noframes frame frameset textarea
  select option title head plaintext xmp foreignObject foreignobject portal param animate set animateTransform
  animateMotion handler listener`),
);

export const globalAttributes: ReadonlySet<string> = new Set(
  words(`class ${authorClass} id title lang dir role hidden tabindex`),
);
export const ariaAttribute = /^aria-[a-z]+$/;

/** Attributes of Lectern's own components, which site.js reads. Earlier steps remove them from authors' elements. */
export const componentAttributes: ReadonlySet<string> = new Set(
  words(`data-tabs data-tab data-copy data-nocopy data-unfold data-language data-title data-cols data-number data-outline data-tree
  data-picture data-view data-tags data-filter data-zoom data-placement data-mermaid data-tester data-feed-title
  data-feed-text data-island data-handlers data-name data-props data-parts data-island-slot data-island-part`),
);

/**
 * Renames an author's `data-x` attribute to a name that Lectern's scripts don't read. Stylesheets of the project can
 * still select `data-x`. Returns undefined for any other attribute.
 */
export function authorDataName(name: string): string | undefined {
  const [, rest] = /^data-([a-z][a-z0-9-]{0,40})$/.exec(name) ?? [];
  return rest === undefined ? undefined : `data-author-${rest}`;
}

/** Whether an attribute is reserved for Lectern's own elements. */
export function isReserved(name: string): boolean {
  return name === "class" || name.startsWith("data-");
}

/** An author's attributes. Reserved ones get other names. */
export function authorAttributes(written: HtmlAttributes): HtmlAttributes {
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, value]) => {
      const own = name === "class" ? authorClass : isReserved(name) ? authorDataName(name) : name;
      return own === undefined ? [] : [[own, value]];
    }),
  );
}

export const authorDataAttribute = /^data-author-[a-z][a-z0-9-]{0,40}$/;

export const tagAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: "href target rel download name",
    abbr: "",
    audio: "src controls loop muted preload",
    blockquote: "cite",
    button: "type",
    col: "span width",
    colgroup: "span width",
    data: "value",
    del: "datetime cite",
    details: "open name",
    div: "align",
    h1: "align",
    h2: "align",
    h3: "align",
    iframe: "src width height loading allow allowfullscreen referrerpolicy sandbox frameborder",
    img: "src srcset sizes alt width height loading decoding align fetchpriority",
    input: "type checked disabled placeholder value",
    ins: "datetime cite",
    label: "for",
    li: "value",
    ol: "start type reversed",
    p: "align",
    q: "cite",
    source: "src srcset sizes type media width height",
    table: "align width border",
    td: "align colspan rowspan valign width",
    th: "align colspan rowspan valign width scope",
    time: "datetime",
    track: "src kind srclang label default",
    video: "src poster controls loop muted autoplay playsinline preload width height",
  }).map(([tag, list]) => [tag, new Set(list === "" ? [] : words(list))]),
);

export const svgAttributes: ReadonlySet<string> = new Set(
  words(`viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points fill fill-opacity fill-rule stroke stroke-width
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity transform
  gradientUnits gradientTransform offset stop-color stop-opacity clip-path clip-rule clipPathUnits mask maskUnits
  maskContentUnits mask-type patternUnits patternContentUnits patternTransform preserveAspectRatio spreadMethod focusable
  xmlns version dx dy text-anchor font-family font-size font-weight letter-spacing dominant-baseline markerWidth markerHeight
  refX refY orient markerUnits marker-end marker-start marker-mid filter in in2 result stdDeviation mode type values operator
  flood-color flood-opacity filterUnits primitiveUnits color-interpolation-filters color href xml:space vector-effect
  baseFrequency numOctaves scale xChannelSelector yChannelSelector radius slope intercept tableValues k1 k2 k3 k4 paint-order
  shape-rendering text-rendering image-rendering display visibility overflow enable-background`),
);

/** Forms and their fields. If authors' code must not run, fields are disabled and forms are left out. */
export const formTags: ReadonlySet<string> = new Set(
  words("form input button textarea select option optgroup fieldset legend output"),
);
export const formAttributes: ReadonlySet<string> = new Set(
  words(`name value placeholder required min max step minlength maxlength pattern autocomplete multiple size rows cols
  selected checked disabled readonly label for novalidate`),
);
export const formFieldTypes: ReadonlySet<string> = new Set(
  words("text search number email url tel radio range checkbox hidden submit reset date month time color"),
);

/** Attributes without an effect on readers: fixed by the sanitizer, for fields that are disabled, or read elsewhere. */
export const unneededAttributes: ReadonlySet<string> = new Set([
  ...words("style key ref sandbox allow frameborder nozoom noanchor actions actionsplacement"),
  ...formAttributes,
]);

/** Players that docs embed. Any other frame becomes a link. */
export const frameHosts: ReadonlySet<string> = new Set(
  words(`www.youtube.com youtube.com www.youtube-nocookie.com youtu.be player.vimeo.com vimeo.com www.loom.com loom.com
  fast.wistia.net fast.wistia.com codesandbox.io stackblitz.com codepen.io www.figma.com embed.figma.com`),
);
