# The server, the worker and the command line in one image. docs/administration.md says how to run it.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
# Native packages bring along what is built for Linux, so no script has to run.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY build.js build-console.js build-database.js build-reference.js compress.js tsconfig.json ./
COPY client/src client/src
COPY console console
COPY src src
RUN npm run build
# Leaves behind what only building needs, and what only compilers and debuggers read.
RUN npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && rm -r node_modules/@clientele node_modules/@fontsource-variable node_modules/@tanstack node_modules/esbuild \
    node_modules/preact node_modules/typescript node_modules/wouter-preact \
  && find node_modules -type f \( -name '*.ts' -o -name '*.[cm]ts' -o -name '*.map' \) -delete

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production NODE_OPTIONS='--enable-source-maps --max-old-space-size=512' HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY LICENSE package.json ./
COPY drizzle drizzle
COPY src/demo/data src/demo/data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
# All that is ever written: the embedded database, where there is no DATABASE_URL. Its place is a volume's.
RUN install --directory --owner=node --group=node --mode=700 /data \
  && ln --symbolic /app/build/programs/cli.js /usr/local/bin/clientele \
  && chmod +x build/programs/cli.js
USER node
EXPOSE 3000
# Whether the process is up, as /livez means it: starting it anew does not bring back a database that is out of reach.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/programs/server.js"]
