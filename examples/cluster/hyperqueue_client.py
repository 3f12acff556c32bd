"""A sweep by the Python interface of HyperQueue: python hyperqueue_client.py OUT SHARDS TABLE [OPTIONS OF carom sweep]

With HQ_LOCAL_WORKERS=2 it starts a server and as many workers here; otherwise it uses the server that runs.
"""

import contextlib
import os
import subprocess
import sys

from hyperqueue import Client, Job
from hyperqueue.cluster import LocalCluster, WorkerConfig

out, shards, *options = sys.argv[1:]
carom = os.environ.get("CAROM", "carom")
job = Job()
for shard in range(int(shards)):
    command = [carom, "sweep", *options, "--out", out, "--threads", "1", "--resume", "--shard", f"{shard}/{shards}"]
    job.program(command, stdout=None, stderr=None)
with contextlib.ExitStack() as stack:
    if workers := int(os.environ.get("HQ_LOCAL_WORKERS", "0")):
        cluster = stack.enter_context(LocalCluster())
        for _ in range(workers):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
    else:
        client = Client()
    client.wait_for_jobs([client.submit(job)])
subprocess.run([carom, "sweep", "merge", out, "--out", f"{out}/merged"], check=True)
