# The local service in a container, for development and CI. All of it comes from npm packages: Chromium, fonts, workerd.
#   docker build -t platen .
#   docker run --init -p 127.0.0.1:8787:8787 -v platen-data:/data platen
# For x64, as the Chromium of npm is: on other machines Docker emulates it.
FROM --platform=linux/amd64 node:24-bookworm
RUN mkdir -p /platen /data && chown node:node /platen /data
USER node
WORKDIR /platen
COPY --chown=node:node . .
RUN npm ci && npm cache clean --force
ENV PLATEN_HOST=0.0.0.0 PLATEN_STATE=/data
EXPOSE 8787
VOLUME /data
# Keys are made with the secrets, so these are kept beside the database.
CMD ["sh", "-c", "touch /data/.dev.vars && exec npm start"]
