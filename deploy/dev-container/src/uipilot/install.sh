#!/bin/sh
# Installs uipilot-mcp and a browser into a dev container. The options are variables: VERSION and BROWSER.
set -eu

VERSION=${VERSION:-0.1.0}
BROWSER=${BROWSER:-chromium}

fail() {
  echo "uipilot: $1" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "features are installed as root, and this is $(id -un)"

case $BROWSER in
  both) packages="chromium firefox-esr" ;;
  chromium | firefox-esr) packages=$BROWSER ;;
  none) packages="" ;;
  *) fail "there is no browser \"$BROWSER\": choose chromium, firefox-esr, both or none" ;;
esac

if [ -n "$packages" ]; then
  command -v apt-get >/dev/null || fail "the browser is installed by apt-get: take an image with Debian, or browser=none"
  # In Ubuntu, these names stand for snaps, which containers cannot run. The file has a VERSION of its own.
  # shellcheck source=/dev/null
  system=$(. /etc/os-release && echo "${ID:-unknown}")
  [ "$system" = debian ] || fail "only Debian has these browsers as packages, and this is $system: take browser=none"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  # Each name is a word of its own.
  # shellcheck disable=SC2086
  apt-get install --yes --no-install-recommends $packages fonts-liberation fonts-noto-color-emoji
  rm -rf /var/lib/apt/lists/*
fi

# The feature for Node installs it by nvm, which only login shells know.
if ! command -v npm >/dev/null && [ -s /usr/local/share/nvm/nvm.sh ]; then
  # shellcheck source=/dev/null
  . /usr/local/share/nvm/nvm.sh
fi
for program in node npm; do
  command -v "$program" >/dev/null || fail "there is no $program: add the feature ghcr.io/devcontainers/features/node"
done
major=$(node --print 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || fail "Node $major is too old: take 20 or newer"

if [ -d "$VERSION" ]; then
  set -- "$VERSION"/*.tgz
else
  set -- "uipilot-mcp@$VERSION"
fi
npm install --prefix /opt/uipilot --ignore-scripts --omit=dev --no-audit --no-fund "$@"
ln -sf /opt/uipilot/node_modules/.bin/uipilot-mcp /usr/local/bin/uipilot-mcp
uipilot-mcp --version
