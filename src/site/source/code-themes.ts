const colorNames = [
  "background",
  "text",
  "comment",
  "keyword",
  "string",
  "number",
  "title",
  "type",
  "attribute",
] as const;

/** The colors of a code theme, in hex. */
export type CodeThemeColors = Record<(typeof colorNames)[number], string>;

/** Themes by the names authors know, with their colors in the order of the names above. */
const table = `
  andromeeda: 23262e d5ced9 a0a1a7 c74ded 96e072 f39c12 ffe66d ffe66d 00e8c6
  aurora-x: 07090f bbbbbb 546e7a c792ea c3e88d f78c6c 82aaff ffcb6b f07178
  ayu-dark: 0b0e14 bfbdb6 5a6378 ff8f40 aad94c d2a6ff ffb454 59c2ff 39bae6
  ayu-light: f8f9fa 5c6166 adaeb1 fa8532 86b300 a37acc eba400 22a4e6 55b4d4
  ayu-mirage: 242936 cccac2 6e7c8f ffad66 d5ff80 dfbfff ffd173 73d0ff 5ccfe6
  catppuccin-frappe: 303446 c6d0f5 949cbb ca9ee6 a6d189 ef9f76 8caaee e5c890 babbf1
  catppuccin-latte: eff1f5 4c4f69 7c7f93 8839ef 40a02b fe640b 1e66f5 df8e1d 7287fd
  catppuccin-macchiato: 24273a cad3f5 939ab7 c6a0f6 a6da95 f5a97f 8aadf4 eed49f b7bdf8
  catppuccin-mocha: 1e1e2e cdd6f4 9399b2 cba6f7 a6e3a1 fab387 89b4fa f9e2af b4befe
  dark-plus: 1e1e1e d4d4d4 6a9955 569cd6 ce9178 b5cea8 dcdcaa 4ec9b0 9cdcfe
  dracula: 282a36 f8f8f2 6272a4 ff79c6 f1fa8c bd93f9 50fa7b 8be9fd ffb86c
  dracula-soft: 282a36 f6f6f4 7b7f8b f286c4 e7ee98 bf9eee 62e884 97e1f1 ffb86c
  everforest-dark: 2d353b d3c6aa 859289 e67e80 dbbc7f d699b6 a7c080 7fbbb3 83c092
  everforest-light: fdf6e3 5c6a72 939f91 f85552 dfa000 df69ba 8da101 3a94c5 35a77c
  github-dark: 24292e e1e4e8 6a737d f97583 9ecbff 79b8ff b392f0 b392f0 79b8ff
  github-dark-default: 0d1117 e6edf3 8b949e ff7b72 a5d6ff 79c0ff d2a8ff ffa657 79c0ff
  github-dark-dimmed: 22272e adbac7 768390 f47067 96d0ff 6cb6ff dcbdfb f69d50 6cb6ff
  github-dark-high-contrast: 0a0c10 f0f3f6 bdc4cc ff9492 addcff 91cbff dbb7ff ffb757 91cbff
  github-light: ffffff 24292e 6a737d d73a49 032f62 005cc5 6f42c1 6f42c1 005cc5
  github-light-default: ffffff 1f2328 6e7781 cf222e 0a3069 0550ae 8250df 953800 0550ae
  github-light-high-contrast: ffffff 0e1116 66707b a0111f 032563 023b95 622cbc 702c00 023b95
  gruvbox-dark-hard: 1d2021 ebdbb2 928374 fb4934 b8bb26 d3869b 8ec07c fabd2f 83a598
  gruvbox-dark-medium: 282828 ebdbb2 928374 fb4934 b8bb26 d3869b 8ec07c fabd2f 83a598
  gruvbox-dark-soft: 32302f ebdbb2 928374 fb4934 b8bb26 d3869b 8ec07c fabd2f 83a598
  gruvbox-light-hard: f9f5d7 3c3836 928374 9d0006 79740e 8f3f71 427b58 b57614 076678
  gruvbox-light-medium: fbf1c7 3c3836 928374 9d0006 79740e 8f3f71 427b58 b57614 076678
  gruvbox-light-soft: f2e5bc 3c3836 928374 9d0006 79740e 8f3f71 427b58 b57614 076678
  horizon: 1c1e26 d5d8da 676a73 b877db fab795 f09483 25b0bc fac29a e95678
  houston: 17191e eef0f9 545864 54b9ff ffd493 ffd493 00daef acafff 4bf3c8
  kanagawa-dragon: 181616 c5c9c5 737c73 8992a7 8a9a7b a292a3 8ba4b0 8ea4a2 c4b28a
  kanagawa-lotus: f2ecbc 545464 716e61 624c83 6f894e b35b79 4d699b 597b75 77713f
  kanagawa-wave: 1f1f28 dcd7ba 727169 957fb8 98bb6c d27e99 7e9cd8 7aa89f e6c384
  laserwave: 27212e ffffff 91889b 40b4c4 b4dce7 b381c5 eb64b9 b381c5 74dfc4
  light-plus: ffffff 000000 008000 0000ff a31515 098658 795e26 267f99 001080
  material-theme: 263238 eeffff 546e7a c792ea c3e88d f78c6c 82aaff ffcb6b f07178
  material-theme-darker: 212121 eeffff 545454 c792ea c3e88d f78c6c 82aaff ffcb6b f07178
  material-theme-lighter: fafafa 90a4ae 90a4ae 9c3eda 91b859 f76d47 6182b8 e2931d e53935
  material-theme-ocean: 0f111a babed8 464b5d c792ea c3e88d f78c6c 82aaff ffcb6b f07178
  material-theme-palenight: 292d3e babed8 676e95 c792ea c3e88d f78c6c 82aaff ffcb6b f07178
  min-dark: 1f1f1f b392f0 6b737c f97583 ffab70 f8f8f8 b392f0 79b8ff 79b8ff
  min-light: ffffff 24292e c2c3c5 d32f2f 22863a 1976d2 6f42c1 6f42c1 1976d2
  monokai: 272822 f8f8f2 88846f f92672 e6db74 ae81ff a6e22e 66d9ef a6e22e
  night-owl: 011627 d6deeb 637777 c792ea ecc48d f78c6c 82aaff ffcb8b 7fdbca
  night-owl-light: fbfbfb 403f53 989fb1 994cc3 c96765 aa0982 4876d6 111111 4876d6
  nord: 2e3440 d8dee9 616e88 81a1c1 a3be8c b48ead 88c0d0 8fbcbb 8fbcbb
  one-dark-pro: 282c34 abb2bf 7f848e c678dd 98c379 d19a66 61afef e5c07b e06c75
  one-light: fafafa 383a42 a0a1a7 a626a4 50a14f 986801 4078f2 c18401 e45649
  plastic: 21252b a9b2c3 5f6672 e06c75 98c379 56b6c2 b57edc e5c07b d19a66
  poimandres: 1b1e28 a6accd 767c9d 91b4d5 5de4c7 5de4c7 add7ff add7ff e4f0fb
  red: 390000 f8f8f8 e7c0c0 f12727 cd8d8d 994646 fec758 fec758 aa5507
  rose-pine: 191724 e0def4 6e6a86 31748f f6c177 ebbcba eb6f92 9ccfd8 c4a7e7
  rose-pine-dawn: faf4ed 575279 9893a5 286983 ea9d34 d7827e b4637a 56949f 907aa9
  rose-pine-moon: 232136 e0def4 6e6a86 3e8fb0 f6c177 ea9a97 eb6f92 9ccfd8 c4a7e7
  slack-dark: 222222 e6e6e6 6a9955 569cd6 ce9178 b5cea8 dcdcaa 4ec9b0 9cdcfe
  slack-ochin: ffffff 000000 357b42 7b30d0 a44185 174781 02255f 0991b6 b1108e
  snazzy-light: fafbfc 565869 adb1c2 f767bb cf9c00 11658f 09a1ed 13bbb7 ff5c57
  solarized-dark: 002b36 839496 586e75 859900 2aa198 d33682 268bd2 b58900 93a1a1
  solarized-light: fdf6e3 657b83 93a1a1 859900 2aa198 d33682 268bd2 b58900 586e75
  synthwave-84: 262335 ffffff 848bbd fede5d ff8b39 f97e72 36f9f6 fe4450 ff7edb
  tokyo-night: 1a1b26 a9b1d6 51597d bb9af7 9ece6a ff9e64 7aa2f7 0db9d7 73daca
  vesper: 101010 ffffff 8b8b8b a0a0a0 99ffe4 ffc799 ffc799 ffc799 ffffff
  vitesse-black: 000000 dbd7ca 758575 4d9375 c98a7d 4c9a91 80a665 5da994 bd976a
  vitesse-dark: 121212 dbd7ca 758575 4d9375 c98a7d 4c9a91 80a665 5da994 bd976a
  vitesse-light: ffffff 393a34 a0ada0 1e754f b56959 2f798a 59873a 2e8f82 b07d48
`;

const themes: ReadonlyMap<string, CodeThemeColors> = new Map(
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", colors = ""] = line.trim().split(": ");
      const digits = colors.split(" ");
      return [
        name,
        Object.fromEntries(colorNames.map((part, index) => [part, `#${digits[index]}`])) as CodeThemeColors,
      ];
    }),
);

/** Names of themes with Lectern's own colors. `css-variables` leaves the choice of colors to the site. */
const ownThemes: ReadonlySet<string> = new Set(["system", "dark", "css-variables"]);

export const codeThemeNames: readonly string[] = [...themes.keys(), ...ownThemes];

export function findCodeTheme(name: string): CodeThemeColors | undefined {
  return themes.get(name);
}
