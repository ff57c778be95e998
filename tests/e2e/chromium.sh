#!/bin/sh
# Prints the path of a Chromium: $CHROMIUM, one on the PATH, or on Debian as root a new one.
set -eu

find_chromium() {
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name"; then return 0; fi
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    echo "$CHROMIUM"
elif ! find_chromium; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing chromium" >&2
        apt-get update -qq >&2
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >&2
        find_chromium
    else
        echo "No Chromium: install it, or name one with CHROMIUM=/path/to/chromium" >&2
        exit 1
    fi
fi
