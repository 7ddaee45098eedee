#!/bin/sh
# Runs livefeed in several processes, with a NATS server between them: one follows a log and publishes its lines, two
# serve the page, at the ports 8080 and 8081 or at PORT and the next one. Prints the addresses, and which processes there
# are to kill. A process that has ended is started again after two seconds. All end with this one.
#
#     livefeed-brokered.sh LIVEFEED [ARGUMENTS OF THE PUBLISHER, SUCH AS --log FILE]
set -eu
livefeed=$1
shift
# Debian has the server where only root looks for programs.
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
keepers=

stop() {
    trap '' HUP INT TERM
    # Each keeper ends its process.
    for keeper in $keepers; do kill "$keeper" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' HUP INT TERM

# keep NAME COMMAND…: runs the command again and again.
keep() {
    name=$1
    shift
    (
        trap 'kill "$process" 2>/dev/null; wait "$process"; exit 0' HUP INT TERM
        while :; do
            "$@" &
            process=$!
            echo "$name is process $process"
            wait "$process" || true
            echo "$name has ended"
            sleep 2 &
            process=$!
            wait "$process"
        done
    ) &
    keepers="$keepers $!"
}

# wait_for COMMAND…: until it succeeds, for ten seconds at most.
wait_for() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then
            echo "error: the broker has not started; its log:" >&2
            cat "$folder/log" >&2
            exit 1
        fi
        sleep 0.1
    done
}

# The server takes a free port, and must have the same one when it is started again.
nats-server -a 127.0.0.1 -p -1 --ports_file_dir "$folder" -l "$folder/log" &
first=$!
ports="$folder/nats-server_$first.ports"
wait_for test -s "$ports"
port=$(sed 's/[^0-9]*127\.0\.0\.1:\([0-9]*\).*/\1/' "$ports")
kill $first
wait $first || true

keep "the broker" nats-server -a 127.0.0.1 -p "$port" -js -sd "$folder/store" -l "$folder/log"
wait_for grep -q "Server is ready" "$folder/log"
url=nats://127.0.0.1:$port
keep "the publisher" "$livefeed" --publish "$url" "$@"
for number in 1 2; do
    keep "server $number" "$livefeed" --subscribe "$url" --port "$((${PORT:-8080} + number - 1))"
done
wait
