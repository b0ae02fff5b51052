# A job: its bundle, and Node. To pin the image by what it is, put its digest behind the tag: node:24.21.0-bookworm-slim@sha256:…
FROM node:24.21.0-bookworm-slim
WORKDIR /job
COPY . .
RUN npm install --omit=dev
USER node
ENTRYPOINT ["node", "index.js"]
