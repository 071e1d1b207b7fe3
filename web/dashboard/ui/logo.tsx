export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="flex-none">
      <rect width="32" height="32" rx="7" fill="#3b5bdb" />
      <path d="M6.5 10.5 16 7l9.5 3.5L16 14z" fill="#fff" />
      <path d="M14.4 15.4h3.2v7.2h-3.2zM10 22.6h12V25H10z" fill="#fff" />
    </svg>
  );
}
