"""A sweep by the Python interface of HyperQueue: python hyperqueue_client.py OUT SHARDS TABLE [OPTIONS OF carom sweep]"""

import subprocess
import sys

from hyperqueue import Client, Job

out, shards, *options = sys.argv[1:]
job = Job()
for shard in range(int(shards)):
    command = ["carom", "sweep", *options, "--out", out, "--threads", "1", "--resume", "--shard", f"{shard}/{shards}"]
    job.program(command)
client = Client()
client.wait_for_jobs([client.submit(job)])
subprocess.run(["carom", "sweep", "merge", out, "--out", f"{out}/merged"], check=True)
