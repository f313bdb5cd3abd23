# What a newcomer and the CI need; the work is in tools/.

.PHONY: help setup demo test wheel docs soak bench strength clean

help:
	@echo 'make demo   build, learn Scopone for some minutes, compare the agents: runs/demo/report.html'
	@echo 'make test   everything that must hold: Rust, Python, notebooks, documentation site, format, lints'
	@echo 'make wheel  the Python package: dist/spariglio-*.whl'
	@echo 'make docs   the documentation site with the notebooks: target/site/index.html'
	@echo 'make soak   the long tests (hours)'
	@echo 'make bench  the speed of this machine'
	@echo 'make strength  play what the tables of docs/strength.md lack (hours), and make the page again'
	@echo 'make setup  only what the others need first: compilers, libtorch in the cache of the user'
	@echo 'make clean  remove target/, runs/ and dist/'

setup:
	@bash tools/setup.sh

demo:
	@bash tools/demo.sh

test:
	@bash tools/test.sh

wheel:
	@bash tools/wheel.sh

docs:
	@bash tools/docs.sh

soak:
	@bash tools/soak.sh

bench:
	@bash tools/bench.sh

strength:
	@bash tools/strength.sh

clean:
	rm -rf target runs dist
