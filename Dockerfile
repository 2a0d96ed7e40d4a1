# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# no package of ours needs a script
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG COMMIT=
RUN node release/image.ts /app
WORKDIR /app
# the Node that comes along is for machines without one
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-*

FROM node:26-bookworm-slim
ENV NODE_ENV=production \
    ALMANAC_HOST=0.0.0.0 \
    ALMANAC_DATA_FOLDER=/data
# a volume that is new has the owner of the folder it is mounted on
RUN mkdir -m 750 /data /backups && chown node:node /data /backups
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
