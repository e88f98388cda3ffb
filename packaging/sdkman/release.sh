#!/bin/sh
# Announces a release to SDKMAN's vendors' interface, after which "sdk install dexscope" finds it. SDKMAN_API is its address,
# SDKMAN_KEY and SDKMAN_TOKEN are the vendor's; the address of the archive is a placeholder until there is one.
set -eu
curl --fail --request POST "$SDKMAN_API/release" \
  --header "Consumer-Key: $SDKMAN_KEY" --header "Consumer-Token: $SDKMAN_TOKEN" --header 'Content-Type: application/json' \
  --data '{"candidate": "dexscope", "version": "@VERSION@", "platform": "@PLATFORM@",
    "url": "https://dexscope.invalid/releases/@IMAGE@.tar.gz", "checksums": {"SHA-256": "@SHA256@"}}'
