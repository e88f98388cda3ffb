# Sourced by the launchers: sets JDK to the home of a JDK 25 or newer, or stops with one line.
# A home is judged by its "release" file, so that no Java VM has to be started to look for one.

jdk_feature() { # sets "feature" to the feature version of the JDK at $1, to nothing when there is none
  feature=
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
  local line
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=\"}
        line=${line%%[!0-9]*}
        feature=$line
        return 0 ;;
    esac
  done <"$1/release"
}

find_jdk() {
  local home feature newest=0 own=${HOME:-}
  JDK=
  # JAVA_HOME first: whoever sets it means it. Then the usual folders of Linux, macOS, SDKMAN,
  # IntelliJ, mise and asdf.
  for home in "${JAVA_HOME:-}" "${JDK_HOME:-}" \
    /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$own"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${SDKMAN_DIR:-$own/.sdkman}"/candidates/java/* \
    "$own"/.jdks/* "$own"/.local/share/mise/installs/java/* "$own"/.asdf/installs/java/*; do
    [ -n "$home" ] || continue
    jdk_feature "$home"
    [ "${feature:-0}" -ge 25 ] || continue
    # Of the usual folders JDK 25 itself is preferred: it is what the tests run on.
    if [ "$feature" = 25 ] || [ "$home" = "${JAVA_HOME:-}" ]; then JDK=$home; return 0; fi
    if [ "$feature" -gt "$newest" ]; then JDK=$home newest=$feature; fi
  done
  [ -n "$JDK" ] && return 0
  echo "dexscope: no JDK 25, looked in JAVA_HOME and the usual folders; install one" \
    "(Debian: temurin-25-jdk or openjdk-25-jdk, macOS: brew install openjdk, SDKMAN: sdk install java 25-tem)" >&2
  return 4
}
