#!/usr/bin/env bash
# A sweep on HyperQueue (https://it4innovations.github.io/hyperqueue): `pip install hyperqueue`, then
#
#   hq server start &                       # on a login node; it keeps running
#   hq worker start &                       # on each node that works; or `hq alloc add slurm` for workers on demand
#   examples/cluster/hyperqueue.sh OUT SHARDS TABLE [OPTIONS OF carom sweep]
#
# A shard whose worker is lost is run again on another one. --resume keeps the files that it had written.
set -euo pipefail
out=$1 shards=$2
shift 2
carom=${CAROM:-carom}

# shellcheck disable=SC2016 # The shell of the task puts the number in.
hq submit --array "0-$((shards - 1))" --crash-limit 10 --wait --stdout none --stderr none -- \
    bash -c 'exec "$0" sweep "${@:3}" --out "$1" --shard "$HQ_TASK_ID/$2" --threads 1 --resume' \
    "$carom" "$out" "$shards" "$@"
"$carom" sweep merge "$out" --out "$out/merged"
