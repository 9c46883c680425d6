# Lineai over standard input and output, with the plugins of PLUGINS. See docs/how-to/container.md.
FROM python:3.13-slim AS build
ARG PLUGINS="lineai-impact lineai-database lineai-graph lineai-local"
WORKDIR /src
COPY . .
RUN python -m venv /opt/lineai && /opt/lineai/bin/python -m pip install --no-cache-dir . $(printf './plugins/%s ' $PLUGINS)

FROM python:3.13-slim
# git tells which files a repository ignores, and who reviewed them; the repository belongs to somebody else.
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/* && git config --system --add safe.directory /repo
RUN useradd --create-home --uid 10001 lineai && install --directory --owner=lineai /data
COPY --from=build /opt/lineai /opt/lineai
ENV PATH=/opt/lineai/bin:$PATH LINEAI_HOME=/data LINEAI_REPO=/repo
USER lineai
VOLUME /data
WORKDIR /home/lineai
ENTRYPOINT ["lineai-mcp-server"]
