/** What the browser's React offers, by the names that code may use without an import. web/site/islands/react.ts has them. */
export const reactNames: readonly string[] =
  `useState useEffect useRef useCallback useMemo useContext useReducer useLayoutEffect
  useInsertionEffect useId useImperativeHandle useTransition useDeferredValue useSyncExternalStore useDebugValue Fragment
  Children Component PureComponent StrictMode createContext createElement cloneElement isValidElement createRef
  createPortal forwardRef memo startTransition flushSync`.split(/\s+/);
