# What a newcomer and the CI need; the work is in tools/.

.PHONY: help setup demo test check wheel docs dataset release soak bench strength clean

help:
	@echo 'make demo   build, learn Scopone, compare agents: runs/demo/report.html (7 minutes)'
	@echo 'make test   does it work here? Builds and tests in Rust (10 minutes, then 4)'
	@echo 'make check  all other tests: torch, Python, browser, notebooks, site, faults, lints (40 minutes)'
	@echo 'make wheel  the Python package: dist/spariglio-*.whl'
	@echo 'make docs   the documentation site with the notebooks: target/site/index.html'
	@echo 'make dataset  small data sets of the recipes for publication, made and checked (minutes)'
	@echo 'make release  what people download, for Linux, Windows, macOS: dist/release/ (two hours)'
	@echo 'make soak   the long tests (hours)'
	@echo 'make bench  the speed of this machine'
	@echo 'make strength  play the missing results of docs/results/strength.md (hours), and make the page again'
	@echo 'make setup  only the tools: compilers, libtorch in the cache of the user'
	@echo 'make clean  remove target/, runs/ and dist/'

setup:
	@bash tools/setup.sh

demo:
	@bash tools/demo.sh

test:
	@bash tools/test.sh

check:
	@bash tools/check.sh

wheel:
	@bash tools/wheel.sh

docs:
	@bash tools/docs.sh

dataset:
	@bash tools/dataset.sh

release:
	@bash tools/release.sh

soak:
	@bash tools/soak.sh

bench:
	@bash tools/bench.sh

strength:
	@bash tools/strength.sh

clean:
	rm -rf target runs dist
