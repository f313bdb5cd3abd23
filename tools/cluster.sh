#!/usr/bin/env bash
# Do the recipes for clusters work? Checks the manifest of Kubernetes, and learns by notebooks/examples/cluster/slurm.sh on
# a SLURM of this machine alone: the network is that of one process. Needs root, and Debian's slurm-wlm and munge.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

FOLDER="$(mktemp -d)"
export SLURM_CONF="$FOLDER/slurm.conf"
trap 'pkill -F "$FOLDER/slurmctld.pid"; pkill -F "$FOLDER/slurmd.pid"; rm -rf "$FOLDER"' EXIT

manifest() {
    need_tools
    "$PYTHON" -m venv "$FOLDER/venv"
    "$FOLDER/venv/bin/pip" install --quiet --disable-pip-version-check 'kubernetes-validate>=1.30,<2'
    "$FOLDER/venv/bin/kubernetes-validate" --strict notebooks/examples/cluster/kubernetes.yaml
}

# A controller and a node, which pretends to have more cores.
start_slurm() {
    command -v slurmctld >/dev/null || install_packages slurm-wlm munge
    pgrep munged >/dev/null || runuser -u munge -- munged
    mkdir "$FOLDER/state" "$FOLDER/spool"
    printf '%s\n' ClusterName=one SlurmctldHost=localhost SlurmUser=root SlurmdUser=root AuthType=auth/munge \
        StateSaveLocation="$FOLDER/state" SlurmdSpoolDir="$FOLDER/spool" SlurmctldPidFile="$FOLDER/slurmctld.pid" \
        SlurmdPidFile="$FOLDER/slurmd.pid" SlurmctldLogFile="$FOLDER/slurmctld.log" SlurmdLogFile="$FOLDER/slurmd.log" \
        ProctrackType=proctrack/linuxproc TaskPlugin=task/none SelectType=select/cons_tres SelectTypeParameters=CR_CPU \
        SlurmdParameters=config_overrides 'NodeName=localhost CPUs=16 State=UNKNOWN' \
        'PartitionName=all Nodes=ALL Default=YES State=UP' >"$SLURM_CONF"
    slurmctld -c
    slurmd -N localhost
}

learn_by_slurm() {
    local config="$FOLDER/learn.toml"
    printf '%s\n' 'rules = "scopa"' '[gradient]' 'decisions = 300_000' 'batch = [8192, 8192]' '[evaluation]' 'hands = 100' \
        'every = 300_000' >"$config"
    PATH="$(realpath "$(dirname "$SPARIGLIO")"):$PATH" \
        sbatch --wait --output="$FOLDER/log" notebooks/examples/cluster/slurm.sh "$config" "$FOLDER/run" || die "$(<"$FOLDER/log")"
    grep 'joins with' "$FOLDER/log"
    "$SPARIGLIO" learn "$config" --out "$FOLDER/alone" --quiet
    diff --recursive "$FOLDER/run/nets" "$FOLDER/alone/nets"
}

step 'manifest of Kubernetes' manifest
if [ "$(id -u)" -ne 0 ]; then
    skipped 'SLURM' 'needs root'
    exit
fi
step 'build' build_program
step 'SLURM of one machine' start_slurm
step 'learning by SLURM' learn_by_slurm
