#!/bin/sh
# Makes sure that a real MediaWiki is on this machine: Debian's package, with PHP and SQLite.
# Nothing of it is set up or started here; tests/servers/mediawiki.py does that in a folder of its own.
set -eu

packages="mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl"

if command -v php >/dev/null && php -m | grep -qi sqlite3 \
    && test -f "${MEDIAWIKI:-/usr/share/mediawiki}/maintenance/install.php"; then
    exit 0
fi
if test "$(id -u)" = 0 && command -v apt-get >/dev/null; then
    apt-get update -qq
    # shellcheck disable=SC2086 # they are several words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
    exit 0
fi
echo "MediaWiki is not there. As root: apt-get install --no-install-recommends $packages" >&2
echo "or name the folder of one, 1.39 or later, with MEDIAWIKI=/path (PHP needs sqlite3)." >&2
exit 1
