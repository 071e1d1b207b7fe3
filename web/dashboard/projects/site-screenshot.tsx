import { Image, Moon, Sun } from "lucide-react";
import { useState } from "react";

interface SiteScreenshotProps {
  pictures: { screenshotLight?: string | null; screenshotDark?: string | null } | null;
  siteUrl: string;
}

/** The size is reserved, so nothing moves when the screenshot loads. */
export function SiteScreenshot({ pictures, siteUrl }: SiteScreenshotProps) {
  const [isDark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const { screenshotLight: light = null, screenshotDark: dark = null } = pictures ?? {};
  const source = isDark ? (dark ?? light) : light;
  return (
    <div className="relative aspect-[1280/800] bg-sunken">
      {source === null ? (
        <div className="flex size-full flex-col items-center justify-center gap-2 px-6 text-center text-ink-faint">
          <Image size={20} aria-hidden />
          <p>A picture of the site is taken after an update, where the server has a browser.</p>
        </div>
      ) : (
        <a href={siteUrl} target="_blank" rel="noreferrer">
          <img
            src={ownPath(source)}
            alt={`The site in ${isDark ? "dark" : "light"} colours`}
            width={1280}
            height={800}
            className="size-full object-cover object-top"
          />
        </a>
      )}
      {light !== null && dark !== null && (
        <button
          type="button"
          onClick={() => setDark(!isDark)}
          aria-label={isDark ? "Show it in light colours" : "Show it in dark colours"}
          title={isDark ? "Show it in light colours" : "Show it in dark colours"}
          className="absolute right-3 bottom-3 flex size-9 items-center justify-center rounded-control border border-line bg-raised text-ink-soft shadow-float hover:text-ink pointer-coarse:size-10"
        >
          {isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </button>
      )}
    </div>
  );
}

/** Screenshots come from this server, whose public address may differ from the one in use, as with a tunnel. */
function ownPath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
