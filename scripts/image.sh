# Sourced by what makes runtime images. Needs launch.sh.

# What programs and their agents use without our jars naming it: all of Java SE, and what only providers find (locales, charsets, name
# services, security), what libraries reach (Unsafe), and what tools attach by. Without these, a program would run from a checkout and fail from an image.
PROGRAM_MODULES=java.se,jdk.attach,jdk.charsets,jdk.crypto.cryptoki,jdk.httpserver,jdk.jdwp.agent,jdk.jfr,jdk.localedata
PROGRAM_MODULES=$PROGRAM_MODULES,jdk.management.agent,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.xml.dom,jdk.zipfs

runtime_image() { # checkout, JDK home, folder of jars, image: all but its class caches, which are the machine's own
  local root=$1 jdk=$2 app=$3 image=$4 modules
  # The JDK's modules that our jars name, found by jdeps, so that the list is never out of date. It is
  # the last line: before it jdeps warns of apksig, which it sees as a jar and as an automatic module.
  modules=$("$jdk/bin/jdeps" --ignore-missing-deps --multi-release 25 --print-module-deps \
    --module-path "$app" "$app"/*.jar | tail -n 1)
  "$jdk/bin/jlink" --add-modules "$modules,$PROGRAM_MODULES" --strip-debug --no-header-files --no-man-pages \
    --compress zip-6 --output "$image/runtime"
  mkdir -p "$image/app" "$image/bin"
  cp "$app"/*.jar "$image/app/"
  cp "$root/scripts/launch.sh" "$root/scripts/options.sh" "$image/app/"
  cp "$root/LICENSE" "$root/CHANGELOG.md" "$image/"
  cp "$root/scripts/image-readme.md" "$image/README.md"
  cp -R "$root/docs" "$image/docs"
  if [ -f "$root/samples/target/json-crunch.apk" ]; then
    mkdir -p "$image/samples"
    cp "$root/samples/target/json-crunch.apk" "$image/samples/"
  fi
  launcher "$image/bin/dexscope" "Starts dexscope from its runtime image. DEXSCOPE_OPTS: more options for the Java VM." \
    'launch "$home/runtime" "$home/app" "$@"'
  launcher "$image/bin/prepare" "Makes the class caches, with which commands start in a third of the time. Once." \
    'prepare_app "$home/runtime" "$home/app"; class_caches "$home/runtime" "$home/app"'
}

launcher() { # file, what it does, command
  {
    printf '#!/usr/bin/env bash\n# %s\n' "$2"
    cat <<'HEAD'
set -eu
self=${BASH_SOURCE[0]}
while [ -h "$self" ]; do # macOS has no readlink -f
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=$(dirname "$self")/$link ;; esac
done
home=$(cd "$(dirname "$self")/.." && pwd)
. "$home/app/launch.sh"
HEAD
    printf '%s\n' "$3"
  } >"$1"
  chmod +x "$1"
}

image_name() { # version
  echo "dexscope-$1-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"
}
