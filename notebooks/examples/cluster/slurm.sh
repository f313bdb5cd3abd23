#!/bin/bash
# Learns on the machines of a SLURM job: sbatch slurm.sh configs/learn/scopone.toml runs/scopone
# The first task leads, the others help. If the job is stopped, the same command resumes the run.
#SBATCH --job-name=spariglio
#SBATCH --ntasks=4
#SBATCH --cpus-per-task=4
#SBATCH --output=spariglio-%j.log

set -euo pipefail
[ "$#" -eq 2 ] || { echo 'usage: sbatch slurm.sh CONFIG RUN' >&2; exit 2; }
export CONFIG="$1" RUN="$2" PORT="${PORT:-7000}"
LEADER="$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -1)"
SPARIGLIO_TOKEN="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
export LEADER SPARIGLIO_TOKEN
# shellcheck disable=SC2016
srun --kill-on-bad-exit=0 bash -c '
    if [ "$SLURM_PROCID" = 0 ]; then
        exec spariglio learn "$CONFIG" --out "$RUN" --threads "$SLURM_CPUS_PER_TASK" --listen "0.0.0.0:$PORT"
    fi
    exec spariglio learn --join "$LEADER:$PORT" --threads "$SLURM_CPUS_PER_TASK"
'
