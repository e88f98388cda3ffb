# Sourced by verify: which modules have changed since they were last compiled with all checks. Maven alone would keep
# classes that were compiled without the checks, and tests whose sources are gone.

declare -A MARKS

find_stale() { # checkout: sets MARKS; removes what Maven knows of modules that have changed, or import changed ones
  local module own each
  for module in $(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$1/pom.xml"); do
    own=$(cd "$1" && find pom.xml "$module/pom.xml" "$module/src" verify -type f | LC_ALL=C sort | xargs sha256sum | sha256sum)
    for each in $(sed -n 's:.*<artifactId>dexscope-\(.*\)</artifactId>.*:\1:p' "$1/$module/pom.xml"); do
      [ "$each" = "$module" ] || own="$own ${MARKS[$each]:-}"
    done
    MARKS[$module]=$(sha256sum <<<"$own $JDK")
    if [ "$(cat "$1/$module/target/checked" 2>/dev/null)" != "${MARKS[$module]}" ]; then
      rm -rf "$1/$module/target/maven-status" "$1/$module/target/test-classes" "$1/$module/target/checked"
    fi
  done
}

mark_checked() { # checkout, modules that were named: after they have been compiled; all of them without names
  local module
  for module in "${!MARKS[@]}"; do
    case ,$2, in
      ,, | *,"$module",*) printf '%s\n' "${MARKS[$module]}" >"$1/$module/target/checked" ;;
    esac
  done
}
