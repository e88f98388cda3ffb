# Sourced by the launchers: builds the application into cli/target/app with its class cache.
# Needs $root, $JDK and launch.sh.

build_app() {
  command -v mvn >/dev/null || {
    echo "dexscope: Maven is missing, needed for the first build; install it (Debian: apt install maven, macOS: brew install maven)" >&2
    return 4
  }
  local app=$root/cli/target/app log=$root/cli/target/build.log
  mkdir -p "$root/cli/target"
  echo "dexscope: building (first use, or the sources have changed) ..." >&2
  # One build at a time: two commands started together must not write into the same folders.
  (
    if command -v flock >/dev/null; then flock 9; fi
    rm -rf "$app"
    JAVA_HOME=$JDK mvn -f "$root/pom.xml" -B -ntp -q -Dmaven.test.skip=true -pl cli,samples -am package >"$log" 2>&1
  ) 9>"$root/cli/target/.lock" || {
    grep -E '^\[ERROR\]' "$log" | head -n 15 >&2 || true
    echo "dexscope: the build failed, $log; mend it and run again" >&2
    return 4
  }
  "$JDK/bin/java" "$root/scripts/ClassVersions.java" "$app"/*.jar
  class_cache "$JDK" "$app"
  touch "$app/.built"
}
