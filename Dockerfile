# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
# The user of the service: what is compiled here is found again by the same user at the same place.
RUN mkdir /app && chown node:node /app
USER node
WORKDIR /app
COPY --chown=node:node package.json package-lock.json ./
# no package of ours needs a script; the Node that comes along is for machines without one
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-* ~/.npm
COPY --chown=node:node . .
# Compiles every file and builds the screens for editors. It never fails, so what it was to build is looked for.
RUN node bin/warm.js && test -e node_modules/.cache/almanac/admin-*/app.json

FROM node:26-bookworm-slim
ENV NODE_ENV=production \
    ALMANAC_HOST=0.0.0.0 \
    ALMANAC_DATA_FOLDER=/data
RUN mkdir -m 750 /data && chown node:node /data
COPY --from=build --chown=root:root /app /app
USER node
WORKDIR /app
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ALMANAC_PORT || 8080}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# without npm between, which passes no signals on
ENTRYPOINT ["node", "bin/almanac.js"]
CMD ["serve"]
