/** Names that exist in a browser and in React, but not during a build. */
const browserNames: ReadonlySet<string> = new Set(
  `window document navigator location history screen fetch localStorage sessionStorage indexedDB caches crypto performance
  globalThis self parent top frames customElements visualViewport devicePixelRatio innerWidth innerHeight outerWidth
  outerHeight scrollX scrollY pageXOffset pageYOffset setTimeout setInterval clearTimeout clearInterval
  requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback queueMicrotask structuredClone
  matchMedia getComputedStyle getSelection alert confirm prompt open close print scroll scrollTo scrollBy
  addEventListener removeEventListener dispatchEvent atob eval Promise WeakRef URL URLSearchParams Headers Request Response
  FormData Blob File FileReader AbortController AbortSignal WebSocket EventSource XMLHttpRequest BroadcastChannel
  MessageChannel Worker Notification Image Audio Option Event CustomEvent KeyboardEvent MouseEvent PointerEvent EventTarget
  Node NodeFilter Element HTMLElement SVGElement DocumentFragment DOMParser XMLSerializer Range MutationObserver
  IntersectionObserver ResizeObserver PerformanceObserver CSS CSSStyleSheet TextEncoder TextDecoder ImageData
  OffscreenCanvas Path2D AudioContext SpeechSynthesisUtterance speechSynthesis ClipboardItem Fragment Children Component
  PureComponent Suspense StrictMode createContext createElement cloneElement isValidElement createRef createPortal
  forwardRef memo lazy startTransition flushSync ReactDOM`.split(/\s+/),
);

export function isBrowserName(name: string): boolean {
  return browserNames.has(name) || /^use[A-Z]\w*$/.test(name);
}
