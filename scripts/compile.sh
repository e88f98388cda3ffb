# Sourced by verify and scripts/check: the compiler with all checks.

compile_checked() { # checkout, JDK home, modules or none for all
  local root=$1 jdk=$2 package options=()
  shift 2
  command -v mvn >/dev/null || {
    echo "verify: Maven is missing, which gets the libraries; install it (Debian: apt install maven)" >&2
    return 4
  }
  # What Error Prone reaches into.
  for package in api file main model parser processing tree util; do
    options+=("--add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED")
  done
  for package in code comp; do
    options+=("--add-opens=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED")
  done
  # The second compiler takes as long to compile Error Prone as Error Prone then runs.
  "$jdk/bin/java" -Xmx2g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --sun-misc-unsafe-memory-access=allow \
    --enable-native-access=ALL-UNNAMED "${options[@]}" "$root/scripts/Compile.java" "$root" "$jdk" "$@"
}
