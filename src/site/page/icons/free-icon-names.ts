/** Icons of the paid Font Awesome that docs use → the closest icon of the free Font Awesome or of Lucide. */
const freeNames = new Map(
  `alarm-exclamation:alarm-clock album:compact-disc album-collection:compact-disc arrow-down-to-bracket:download arrow-progress:arrows-turn-right
  arrows-cross:shuffle arrows-repeat:repeat arrows-retweet:retweet badge:certificate badge-dollar:badge-dollar-sign
  ballot-check:list-check barcode-read:scan-barcode bars-filter:filter bars-sort:arrow-down-wide-short bell-on:bell
  bolt-auto:bolt book-open-cover:book-open book-open-lines:book-open-text book-sparkles:book books:book-bookmark
  box-check:package-check box-open-full:box-open brackets-curly:braces brackets-round:parentheses
  brackets-square:brackets browser:app-window browsers:app-window bullseye-arrow:bullseye bullseye-pointer:bullseye
  camera-cctv:cctv camera-security:cctv cards-blank:layer-group chart-kanban:square-kanban
  chart-line-down:arrow-trend-down chart-line-up:arrow-trend-up chart-mixed:chart-column chart-network:circle-nodes
  chart-pie-simple:chart-pie chart-user:user chart-waterfall:chart-column circle-bolt:bolt circle-star:star
  cloud-code:cloud code-simple:code comment-code:comment-dots comment-lines:comment-dots
  comment-question:circle-question container-storage:container cube-sparkles:cube cursor-click:mouse-pointer-click
  diagram-subtask:diagram-successor display-chart-up:chart-line display-code:display document:file-lines down:arrow-down duck:bird elephant:paw
  ellipsis-stroke:ellipsis eyes:eye face-smiling-hands:face-smile file-check:file-circle-check
  file-magnifying-glass:file-search file-plus-minus:file-diff filter-list:list-filter function:square-function
  game-board:chess-board gauge-max:gauge-high gauge-simple-low:gauge-simple gear-code:gear gear-complex:gear
  grid:table-cells-large grid-2:table-cells-large grid-2-plus:layout-grid grid-3:table-cells grid-4:table-cells
  grid-dividers:table-cells hammer-brush:screwdriver-wrench hand-wave:hand head-side-brain:brain head-side-gear:brain
  image-landscape:image inbox-in:inbox input-numeric:text-cursor-input input-pipe:text-cursor-input
  input-text:text-cursor-input key-skeleton:key key-skeleton-left-right:key keyboard-brightness:keyboard
  lamp-desk:lightbulb laptop-mobile:laptop left:arrow-left lightbulb-gear:lightbulb lightbulb-on:lightbulb
  link-horizontal:link llama:paw loader:spinner lobster:shrimp lock-keyhole:lock memo:file-lines memo-circle-check:file-circle-check
  memo-circle-info:file-lines message-arrow-up:message message-bot:bot-message-square message-captions:message
  message-code:message-square-code message-dots:comment-dots message-lines:message message-pen:message
  message-question:message-circle-question-mark message-quote:quote-left message-smile:face-smile messages:comments
  messages-question:comments microchip-ai:microchip mobile-notch:mobile-screen money-bill-simple-wave:money-bill-wave
  moon-stars:moon-star notebook:book objects-column:layout-dashboard octagon-exclamation:circle-exclamation page:file
  paper-plane-top:paper-plane party-horn:party-popper pen-line:pen pen-swirl:signature people:users
  phone-arrow-up-right:phone presentation-screen:presentation puzzle:puzzle-piece rabbit-running:person-running
  rectangle-api:code rectangle-code:code rectangle-history:layer-group rectangle-history-circle-plus:layer-group
  rectangle-pro:certificate rectangle-terminal:terminal rectangle-vertical-history:layer-group right:arrow-right
  rocket-launch:rocket rotate-reverse:rotate-left screen-users:users server-plus:server shield-keyhole:shield-halved
  sidebar:panel-left signal-stream:tower-broadcast sliders-simple:sliders snake:worm solar-system:orbit
  spider-web:spider spinner-third:spinner square-info:circle-info square-question:circle-question star-shooting:star
  stars:sparkles subtitles:closed-captioning swap:arrow-right-arrow-left table-layout:table-columns
  table-rows:table-list table-tree:folder-tree tablet-screen:tablet-screen-button text:font text-size:text-height
  timeline-arrow:timeline toggle-large-on:toggle-on trash-clock:trash triangle-person-digging:triangle-exclamation
  trophy-star:trophy up:arrow-up user-headset:headset user-magnifying-glass:user-search user-robot:robot
  user-visor:robot wand:wand-magic wave-pulse:heart-pulse waveform:audio-lines waveform-lines:audio-lines
  wifi-slash:wifi-off window:window-maximize wrench-simple:wrench`
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);

export function freeIconFor(name: string): string | undefined {
  return freeNames.get(name);
}
