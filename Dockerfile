# syntax=docker/dockerfile:1
# The product without its sources, for a PostgreSQL elsewhere (compose.yaml) or the embedded one in /data.

FROM node:24-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY server/files/no-canvas server/files/no-canvas
RUN npm ci
COPY . .
# The image has a Node of its own: the packaged one would be another hundred megabytes.
RUN node scripts/build-package.ts \
  && npm prune --omit=dev \
  && rm -rf node_modules/node node_modules/.bin/node node_modules/.cache

FROM node:24-trixie-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/bin bin
COPY --from=build /src/server/files/no-canvas server/files/no-canvas
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/built built
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker listens to nobody: compose.yaml switches this off for it.
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/sudmonitor.js"]
CMD ["serve"]
