# Sourced by verify: which modules have changed since they were last compiled with all checks. Maven alone would keep
# classes that were compiled without the checks, and tests whose sources are gone.

declare -A MARKS

find_stale() { # checkout: sets MARKS; removes what Maven knows of modules that have changed, or import changed ones
  local module own each
  mkdir -p "$1/target"
  : >"$1/target/begun"
  for module in $(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$1/pom.xml"); do
    own=$(cd "$1" && find pom.xml "$module/pom.xml" "$module/src" verify -type f | LC_ALL=C sort | xargs sha256sum | sha256sum)
    for each in $(sed -n 's:.*<artifactId>dexscope-\(.*\)</artifactId>.*:\1:p' "$1/$module/pom.xml"); do
      [ "$each" = "$module" ] || own="$own ${MARKS[$each]:-}"
    done
    MARKS[$module]=$(sha256sum <<<"$own $JDK")
    if [ "$(cat "$1/$module/target/checked" 2>/dev/null)" != "${MARKS[$module]}" ]; then
      for each in maven-status classes test-classes checked; do rm -rf "$1/$module/target/$each"; done
    fi
  done
}

mark_checked() { # checkout: marks what has been packaged since find_stale, also where a later module has failed
  local module
  for module in "${!MARKS[@]}"; do
    if [ -n "$(find "$1/$module/target" -maxdepth 1 -name '*.jar' -newer "$1/target/begun" -print -quit 2>/dev/null)" ]; then
      printf '%s\n' "${MARKS[$module]}" >"$1/$module/target/checked"
    fi
  done
}
