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
# by the shell of the image: a Node would take 40 MB and as much processor time as hundreds of requests, every 30 s
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${ALMANAC_PORT:-8080} && printf 'GET /health/live HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
# without npm between, which passes no signals on
ENTRYPOINT ["node", "bin/almanac.js"]
CMD ["serve"]
