# Sourced by the launchers: the application as they start it, in a folder below cli/target/launch.
# Needs launch.sh.

app_folder() { # checkout: sets APP to the folder of jars of the last build, empty without one
  APP=
  [ -e "$1/cli/target/launch/current" ] || return 0
  IFS= read -r APP <"$1/cli/target/launch/current"
  APP=$1/cli/target/launch/$APP
}

is_built() { # checkout: sets APP; whether nothing that it is made of is newer
  app_folder "$1"
  # Of a module's sources all but the tests'. A failing find fails, so that the build can say why.
  [ -n "$APP" ] && [ -d "$APP" ] && [ -z "$(find "$1"/pom.xml "$1"/*/pom.xml "$1"/*/src/[!t]* "$1"/scripts/launch.sh \
    "$1"/scripts/*.java -newer "$1/cli/target/launch/current" -type f -print -quit)" ]
}

build_app() { # checkout, JDK home: builds unless another process has just done so; sets APP
  command -v mvn >/dev/null || {
    echo "dexscope: Maven is missing, needed for the first build; install it (Debian: apt install maven, macOS: brew install maven)" >&2
    return 4
  }
  local terminal=
  utf8_locale
  [ -t 2 ] && terminal=terminal
  "$2/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$1/scripts/BuildApp.java" "$1" "$2" $terminal || return 4
  app_folder "$1"
}
