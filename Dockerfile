# syntax=docker/dockerfile:1

# The package is plain JavaScript, so it is built once, on the machine's own platform, and installed on each target platform.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
WORKDIR /source
COPY . .
RUN npm ci
RUN npm run build
RUN npm pack ./package --ignore-scripts --pack-destination /source/tarball

FROM node:24-bookworm-slim AS install
COPY --from=package /source/tarball/ /package/
RUN npm install --global --prefix /opt/lectern --omit=dev --no-audit --no-fund /package/lectern-docs-*.tgz

FROM node:24-bookworm-slim AS lectern
# Set it to install Chromium too, which takes the screenshots of updates: --build-arg WITH_CHROMIUM=yes
ARG WITH_CHROMIUM=""
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git tini ${WITH_CHROMIUM:+chromium fonts-noto-core} \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=1000 --group=1000 --mode=700 /data
# The bill of materials is lib/node_modules/lectern-docs/sbom.cdx.json.
COPY --from=install /opt/lectern/ /opt/lectern/
RUN test -z "$WITH_CHROMIUM" \
  || npm install --global --prefix /opt/lectern --no-audit --no-fund playwright-core@1.65.0
ENV NODE_ENV=production \
  PATH=/opt/lectern/bin:$PATH \
  HOST=0.0.0.0 \
  PORT=3000 \
  LECTERN_DATA=/data
# The data folder is the only place that Lectern writes to, besides /tmp: the root file system can be read-only.
VOLUME /data
WORKDIR /opt/lectern
EXPOSE 3000
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.LECTERN_WORKER_PORT || process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "lectern"]
CMD ["start"]
