# The example logwatch in a slim image. It shows what an image of a program that uses Millrace needs: at run time liburcu
# and, since the Swift libraries are linked statically, nothing of Swift's.
#
#     docker build -t logwatch .
#     docker run --rm -v /var/log:/logs:ro logwatch --top 5 /logs/syslog

FROM swift:6.3-bookworm AS build
RUN apt-get -q update \
    && apt-get -q -y install --no-install-recommends liburcu-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /millrace
COPY . .
RUN swift build -c release --package-path Examples --product logwatch --static-swift-stdlib -Xlinker -s \
    && install -D "$(swift build -c release --package-path Examples --show-bin-path)/logwatch" /image/logwatch

# The same distribution, so that the library has the version that the program was built for.
FROM debian:bookworm-slim
RUN apt-get -q update \
    && apt-get -q -y install --no-install-recommends libstdc++6 liburcu8 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/logwatch /usr/local/bin/logwatch
USER nobody
ENTRYPOINT ["logwatch"]
