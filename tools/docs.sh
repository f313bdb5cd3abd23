#!/usr/bin/env bash
# Builds the documentation site. First executes notebooks if they are new or changed since their last execution.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_compiler
step 'build' build_program
step 'bot for apps' bash tools/bot.sh
step 'Python wheel' bash tools/wheel.sh
step 'install' install_wheel .venv
step 'notebooks' .venv/bin/python tools/run_notebooks.py --new target/notebooks
step 'site' bash tools/site.sh
