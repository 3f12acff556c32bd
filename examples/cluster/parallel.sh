#!/usr/bin/env bash
# A sweep in one line of GNU parallel, here or over ssh: examples/cluster/parallel.sh OUT SHARDS TABLE [OPTIONS OF carom sweep]
set -euo pipefail
out=$1 shards=$2
shift 2
seq 0 "$((shards - 1))" | parallel --retries 3 carom sweep "$(printf '%q ' "$@")" --out "$out" --threads 1 --resume --shard "{}/$shards"
carom sweep merge "$out" --out "$out/merged"
