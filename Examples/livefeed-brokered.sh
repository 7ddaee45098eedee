#!/bin/sh
# Runs livefeed in several processes, with three NATS servers between them, each of which has all lines: one process
# follows a log and publishes its lines, two serve the page, at the ports 8080 and 8081 or at PORT and the next one. Prints
# the addresses, and which processes there are to kill. A process that has ended is started again after two seconds. All
# end with this one.
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
            echo "error: the brokers have not started; their logs:" >&2
            cat "$folder"/log* >&2
            exit 1
        fi
        sleep 0.1
    done
}

# The servers take free ports, for clients and for each other, and must have the same ones when they are started again.
urls=
routes=
for number in 1 2 3; do
    nats-server -a 127.0.0.1 -p -1 --cluster_name livefeed --cluster nats://127.0.0.1:-1 --ports_file_dir "$folder" \
        -l "$folder/log" &
    first=$!
    ports="$folder/nats-server_$first.ports"
    wait_for test -s "$ports"
    urls="$urls,$(sed 's|.*"nats":\["\([^"]*\)".*|\1|' "$ports")"
    routes="$routes,$(sed 's|.*"cluster":\["\([^"]*\)".*|\1|' "$ports")"
    kill $first
    wait $first || true
done
urls=${urls#,}
routes=${routes#,}

for number in 1 2 3; do
    keep "broker $number" nats-server -a 127.0.0.1 -p "$(echo "$urls" | cut -d , -f $number | sed 's/.*://')" \
        -n "broker-$number" -js -sd "$folder/store-$number" -l "$folder/log-$number" --no_advertise \
        --cluster_name livefeed --cluster "$(echo "$routes" | cut -d , -f $number)" --routes "$routes"
done
for number in 1 2 3; do wait_for grep -q "Server is ready" "$folder/log-$number"; done
keep "the publisher" "$livefeed" --publish "$urls" "$@"
for number in 1 2; do
    keep "server $number" "$livefeed" --subscribe "$urls" --port "$((${PORT:-8080} + number - 1))"
done
wait
