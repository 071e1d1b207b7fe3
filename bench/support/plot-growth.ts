/** One line of a plot: a value for each size. */
export interface Series {
  name: string;
  points: readonly (readonly [pages: number, value: number])[];
}

const width = 720;
const height = 320;
const margin = { left: 64, right: 200, top: 40, bottom: 40 };
const colors = ["#16a34a", "#2563eb", "#d97706", "#9333ea", "#dc2626", "#0891b2"];

/** Plots measurements by the number of pages, one plot below another. Both axes are logarithmic. */
export function plotGrowth(plots: readonly { title: string; series: readonly Series[] }[]): string {
  // A name has the same color in all plots.
  const names = [...new Set(plots.flatMap(({ series }) => series.map(({ name }) => name)))];
  const drawn = plots.map(
    (plot, index) => `<g transform="translate(0 ${index * height})">${drawPlot(plot, names)}</g>`,
  );
  const size = `width="${width}" height="${height * plots.length}"`;
  const style = "text { font: 12px sans-serif; fill: #444 } .title { font-weight: bold } path { fill: none }";
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${style}</style><rect ${size} fill="#fff"/>${drawn.join("")}</svg>\n`;
}

function drawPlot({ title, series }: { title: string; series: readonly Series[] }, names: readonly string[]): string {
  const all = series.flatMap(({ points }) => points);
  const x = scale(
    all.map(([pages]) => pages),
    margin.left,
    width - margin.right,
  );
  const y = scale(
    all.map(([, value]) => value),
    height - margin.bottom,
    margin.top,
  );
  const pages = [...new Set(all.map(([count]) => count))];
  const lines = roundValues(all.map(([, value]) => value));
  return [
    `<text class="title" x="${margin.left}" y="20">${title}</text>`,
    ...pages.map(
      (count) => `<text x="${x(count)}" y="${height - 16}" text-anchor="middle">${format(count)} pages</text>`,
    ),
    ...lines.map(
      (value) =>
        `<path d="M${margin.left} ${y(value)}H${width - margin.right}" stroke="#ddd"/><text x="${margin.left - 8}" y="${y(value) + 4}" text-anchor="end">${format(value)}</text>`,
    ),
    ...series.map(({ name, points }, index) =>
      drawSeries(
        name,
        points.map(([count, value]) => [x(count), y(value)]),
        index,
        colors[names.indexOf(name) % colors.length] ?? "",
      ),
    ),
  ].join("");
}

function drawSeries(name: string, points: readonly (readonly number[])[], index: number, color: string): string {
  const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`).join("");
  const path = points.map(([x, y]) => `${x} ${y}`).join("L");
  const label = `<text x="${width - margin.right + 12}" y="${margin.top + 12 + index * 18}" style="fill: ${color}">${name}</text>`;
  return `<path d="M${path}" stroke="${color}" stroke-width="2"/>${dots}${label}`;
}

/** Maps values to a range of pixels. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  const span = most - least || 1;
  return (value) => Math.round(from + ((Math.log(value) - least) / span) * (to - from));
}

/** The ticks 1, 2, 5, 10, 20 and so on, between the smallest and largest value. */
function roundValues(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const exponents = Array.from({ length: Math.ceil(Math.log10(most)) + 1 }, (_, exponent) => exponent);
  const all = exponents.flatMap((exponent) => [1, 2, 5].map((digit) => digit * 10 ** exponent));
  return all.filter((value) => value >= least && value <= most);
}

function format(value: number): string {
  return value.toLocaleString("en");
}
