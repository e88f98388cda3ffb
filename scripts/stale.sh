# Sourced by verify: which modules have changed since they were last compiled with all checks. Maven alone would keep
# classes that were compiled without the checks, and tests whose sources are gone. A module's mark, target/mark, is of all
# that it is compiled from, the marks of the modules that it imports included; target/checked has that of its classes.

modules_of() { # checkout: prints the modules, each after those that it imports
  sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$1/pom.xml"
}

find_stale() { # checkout: writes the marks; removes what Maven knows of modules that have another one than their classes
  local module target each
  mkdir -p "$1/target"
  : >"$1/target/begun"
  for module in $(modules_of "$1"); do
    target=$1/$module/target
    mkdir -p "$target"
    {
      (cd "$1" && find pom.xml "$module/pom.xml" "$module/src" verify -type f | LC_ALL=C sort | xargs sha256sum)
      for each in $(sed -n 's:.*<artifactId>dexscope-\(.*\)</artifactId>.*:\1:p' "$1/$module/pom.xml"); do
        [ "$each" = "$module" ] || cat "$1/$each/target/mark"
      done
      echo "$JDK"
    } | sha256sum >"$target/mark"
    cmp -s "$target/mark" "$target/checked" ||
      rm -rf "$target/maven-status" "$target/classes" "$target/test-classes" "$target/checked"
  done
}

mark_checked() { # checkout: marks what has been packaged since find_stale, also where a later module has failed
  local target module
  for module in $(modules_of "$1"); do
    target=$1/$module/target
    [ -z "$(find "$target" -maxdepth 1 -name '*.jar' -newer "$1/target/begun" -print -quit)" ] || cp "$target/mark" "$target/checked"
  done
}
