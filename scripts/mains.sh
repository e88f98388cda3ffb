# Sourced by bench/run and suites/run: starts a class of a module that is never shipped. Needs $root.

run_main() { # module, class, arguments; builds the module when sources are newer
  local module=$1 main=$2 lib=$root/$1/target/lib
  shift 2
  . "$root/scripts/jdk.sh"
  find_jdk || exit $?
  if [ ! -e "$lib/.built" ] || [ -n "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -newer "$lib/.built" -type f -print -quit)" ]; then
    rm -rf "$lib"
    JAVA_HOME=$JDK mvn -f "$root/pom.xml" -B -ntp -q -Dmaven.test.skip=true -pl "$module" -am package >&2
    touch "$lib/.built"
  fi
  exec "$JDK/bin/java" ${DEXSCOPE_OPTS:-} -cp "$lib/*" "$main" "$@"
}
