import { Image, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { useIsDark } from "../shell/theme.ts";

interface Pictures {
  screenshotLight?: string | null;
  screenshotDark?: string | null;
}

/** A screenshot of the site as readers see it. Its space is reserved, so nothing moves when it loads. */
export function SiteScreenshot({ pictures, siteUrl }: { pictures: Pictures | null; siteUrl: string }) {
  const isDarkTheme = useIsDark();
  const [chosen, setChosen] = useState<boolean>();
  const isDark = chosen ?? isDarkTheme;
  const source = screenshotOf(pictures, isDark);
  const other = isDark ? "Show light mode" : "Show dark mode";
  return (
    <div className="relative aspect-[1280/800] bg-sunken">
      {source === undefined ? (
        <div className="flex size-full flex-col items-center justify-center gap-2 px-6 text-center text-ink-faint">
          <Image size={20} />
          <p>
            {pictures === null
              ? "The site appears here after its first update."
              : "No screenshot. Screenshots need a browser on the server."}
          </p>
        </div>
      ) : (
        <a href={siteUrl} target="_blank" rel="noreferrer" title="Open site">
          <img
            src={source}
            alt={`The site in ${isDark ? "dark" : "light"} mode`}
            width={1280}
            height={800}
            className="size-full object-cover object-top"
          />
        </a>
      )}
      {pictures?.screenshotLight != null && pictures.screenshotDark != null && (
        <button
          type="button"
          onClick={() => setChosen(!isDark)}
          aria-label={other}
          title={other}
          className="absolute right-3 bottom-3 flex size-9 items-center justify-center rounded-control border border-line bg-raised text-ink-soft shadow-float hover:text-ink pointer-coarse:size-10"
        >
          {isDark ? <Sun size={16} /> : <Moon size={16} />}
        </button>
      )}
    </div>
  );
}

/** A small screenshot of the site for a list, loaded when it scrolls into view. */
export function SiteThumbnail({ pictures, name }: { pictures: Pictures | null; name: string }) {
  const source = screenshotOf(pictures, useIsDark());
  return (
    <div className="aspect-[1280/800] overflow-hidden bg-sunken">
      {source === undefined ? (
        <div
          className="flex size-full items-center justify-center text-3xl font-semibold text-ink-faint/60"
          aria-hidden
        >
          {[...name.trim()][0]?.toUpperCase()}
        </div>
      ) : (
        <img
          src={source}
          alt=""
          width={1280}
          height={800}
          loading="lazy"
          decoding="async"
          className="size-full object-cover object-top"
        />
      )}
    </div>
  );
}

/**
 * Returns only the path: screenshots come from this server, but its public address may differ from the one in use, for
 * example behind a tunnel.
 */
function screenshotOf(pictures: Pictures | null, isDark: boolean): string | undefined {
  const { screenshotLight: light, screenshotDark: dark } = pictures ?? {};
  const url = (isDark ? dark : light) ?? light ?? undefined;
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : url;
}
