# Sourced by the launchers of the checkout and of the runtime image: how the application starts.
# The class path, not the module path: its class cache still fits after the folder has moved.
. "${BASH_SOURCE[0]%/*}/options.sh"

# Packages whose members programs for Android reach by reflection: Android has no modules.
OPEN_PACKAGES="java.io java.lang java.lang.invoke java.lang.ref java.lang.reflect java.math java.net java.nio
  java.nio.charset java.security java.text java.time java.util java.util.concurrent java.util.concurrent.atomic
  java.util.concurrent.locks java.util.regex java.util.zip"

find_plugins() { # arguments: sets PLUGINS to the jars that the user has added, each after a colon, if the command reads traces
  local each
  PLUGINS=
  while case ${1:-} in -*) ;; *) false ;; esac; do shift; done
  case ${1:-} in
    info | report | convert | sql | store | diff | dmtracedump | view | serve) ;;
    *) return 0 ;;
  esac
  for each in "${XDG_DATA_HOME:-${HOME:-}/.local/share}/dexscope/plugins"/*.jar; do
    [ ! -f "$each" ] || PLUGINS=$PLUGINS:$each
  done
}

java_options() { # folder of jars, plug-ins: sets OPTIONS
  local jar package classpath=
  for jar in "$1"/*.jar; do classpath=$classpath${classpath:+:}$jar; done
  # Behind our own jars: a class cache is good for each class path that begins with its own.
  classpath=$classpath${2:-}
  OPTIONS=(
    # Serial GC starts first and costs the inner loops least: big arrays, few objects.
    -XX:+UseSerialGC
    # Those arrays would else be copied from generation to generation.
    -XX:PretenureSizeThreshold=1m
    # Warnings of the VM must not mix with what a command prints, nor a cache that it passes over.
    -Xlog:disable '-Xlog:all=error,aot*=off,cds*=off:stderr'
    --enable-native-access=ALL-UNNAMED
    # Method tracing hooks loaded classes through an agent of the VM's own.
    -XX:+EnableDynamicAgentLoading
    # Programs on the virtual machine see all exceptions with their stack traces.
    -XX:-OmitStackTraceInFastThrow
    # Programs have methods of more than 8,000 bytes, and ART compiles them.
    -XX:-DontCompileHugeMethods
    # sun.misc.Unsafe is a public class there.
    --sun-misc-unsafe-memory-access=allow
    -cp "$classpath")
  for package in $OPEN_PACKAGES; do OPTIONS+=("--add-opens=java.base/$package=ALL-UNNAMED"); done
}

# What options ask for by name (options.sh), each with its value.

want_java_option() { GIVEN+=("-X$1"); }

want_recording() {
  local folder=.
  # The Java VM refuses a file that cannot be there, with other words and another code than the command.
  case $1 in
    "") return ;;
    */*) folder=${1%/*}/ ;;
  esac
  [ ! -d "$folder" ] || [ -d "$1" ] || OPTIONS+=("-XX:StartFlightRecording=filename=$1,settings=profile"
    # Without this the samples of small methods are those of their callers.
    -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints)
}

want_agents() { [ "$AGENTS" = later ] || AGENTS=now; }

want_java_agents() { AGENTS=${AGENTS:-java}; }

want_later_agents() { AGENTS=later; }

read_option() { # command, word: reads an option as picocli does: sets NAME, FORM, and VALUE, HAS if the word has it
  NAME=$2 VALUE= HAS=
  ! option_form "$1:$NAME" || return 0
  HAS=true
  case $2 in
    *=*)
      NAME=${2%%=*} VALUE=${2#*=}
      ! option_form "$1:$NAME" || return 0 ;;
  esac
  NAME=${2:0:2} VALUE=${2:2}
  option_form "$1:$NAME"
}

read_options() { # command, its words: does what its options ask for; sets QUICK to "" if its quick entry cannot read one
  local command=$1 word name
  shift
  while [ $# -gt 0 ]; do
    word=$1
    shift
    case $word in
      --)
        QUICK=
        return ;;
      -?*) ;;
      *)
        # What follows a program's name is the program's.
        ! ends_at_word "$command" || return 0
        continue ;;
    esac
    if ! read_option "$command" "$word"; then
      QUICK=
      continue
    fi
    is_quick_option "$command:$NAME" || QUICK=
    if [ "$FORM" = flag ]; then
      [ -z "$HAS" ] || QUICK=
      case ${HAS:+=}$VALUE in
        "" | =[tT][rR][uU][eE]) ;;
        *) continue ;;
      esac
    elif [ -z "$HAS" ]; then
      # No value but another option: picocli refuses it, unless the option can do without, or takes any word.
      name=$NAME
      [ $# -gt 0 ] || continue
      [ "$FORM" = word ] || { [ "$1" != -- ] && ! read_option "$command" "$1"; } || continue
      NAME=$name VALUE=$1
      shift
    fi
    ask_launcher "$command:$NAME" "$VALUE"
  done
}

agent_options() { # folder of jars, whether for agents that come later: adds to OPTIONS what native agents want of the Java VM
  [ -f "$1/agents.so" ] || return 0
  # It reserves capabilities that HotSpot grants at its start only; agents are loaded when the VM has started.
  OPTIONS+=("-agentpath:$1/agents.so" "-Ddexscope.agents=$1/agents.so" "-Ddexscope.agents.later=$2"
    "-XX:OnError=echo 'dexscope: native code has crashed the Java VM, most likely that of an agent' >&2")
}

program_options() { # folder of jars, arguments: adds to OPTIONS what the command wants of the Java VM, sets GIVEN to what it is
  # given, and QUICK if QuickMain answers
  local app=$1 command
  shift
  GIVEN=() AGENTS= QUICK=
  case $#:${1:-} in
    1:report) ;;
    1:--version | *:report) QUICK=true ;;
  esac
  # Options of all commands.
  while case ${1:-} in -*) ;; *) false ;; esac; do shift; done
  [ $# -gt 0 ] || set -- ""
  command=$1
  case $command in
    run | profile)
      [ ! -f "$app/compiler.json" ] ||
        # HotSpot says on standard output that it has read them, where the program's own output goes.
        OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:CompilerDirectivesFile="$app/compiler.json" -XX:-DisplayVMOutput) ;;
    # They go through a package once: C2 would take more time than its code saves (docs/benchmarks.md).
    inject | manifest | preflight | sign | verify) OPTIONS+=(-XX:TieredStopAtLevel=1) ;;
    # Servers run for long: their heap is as large as what they keep, not as the machine suggests (docs/benchmarks.md).
    view | serve | monitor) OPTIONS+=(-Xms64m -Xmn32m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40) ;;
  esac
  # Without this the samples of small methods are those of their callers.
  [ "$command" != profile ] || OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints)
  if [ "$command" = run ]; then
    # A program is refused an array only when there is no room at all, in whatever generation.
    OPTIONS+=(-XX:PretenureSizeThreshold=0)
    # SIGQUIT prints the program's threads instead of the Java VM's: all that this output is used for. What the
    # training run learnt takes longer to load than a small program to run.
    OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:-DisplayVMOutput -XX:-AOTReplayTraining)
  fi
  ! has_early_options "$command" || read_options "$@"
  [ -z "$QUICK" ] ||
    # What the training run learnt of its trace costs more to load than it saves.
    OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining)
  case $AGENTS in
    now) agent_options "$app" false ;;
    later) agent_options "$app" true ;;
  esac
}

names_app() { # arguments: whether the first file among them is an app
  local each
  for each; do
    case $each in
      *.apk | *.apks | *.apkm | *.xapk | *.aab) return 0 ;;
      *.jar | *.dex | *.java | *.class | *.zip | --) return 1 ;;
    esac
  done
  return 1
}

names_files() { # arguments: whether one is @ and a file's name, or @@, which stands for a @
  local each
  for each; do
    case $each in
      @@*) return 0 ;;
      @?*) [ ! -r "${each#@}" ] || return 0 ;;
    esac
  done
  return 1
}

# Java knows paths and arguments by the locale's letters: one of plain ASCII, or that is not installed,
# gives way to UTF-8.
utf8_locale() {
  local letter=$'\xc3\xa4' each
  [ ${#letter} = 2 ] || return 0
  case $(locale charmap 2>/dev/null) in
    ANSI_X3.4-1968 | US-ASCII | 646 | "") ;;
    *) return 0 ;;
  esac
  for each in C.UTF-8 en_US.UTF-8; do
    # The shell warns of locales that are not there.
    if [ -n "${LC_ALL:-}" ]; then export LC_ALL=$each; else export LC_CTYPE=$each; fi 2>/dev/null
    letter=$'\xc3\xa4'
    [ ${#letter} = 2 ] || return 0
  done
}

is_intact() { # class cache: whether it is as it was made; one that is not is removed
  if [ "$(cksum <"$1")" = "$(cat "$1.sum")" ]; then
    touch "$1.sum" && rm -f "$1.died" || true # Another user's: it is compared again at the next start.
  else
    rm -f "$1" "$1.sum" "$1.died" || true
    return 1
  fi
} 2>/dev/null

launch() { # JDK home, folder of jars, arguments
  local java=$1/bin/java app=$2 words out= err= cache=dexscope main=Main
  [ ! -d "$app/training" ] || class_caches_later "$1" "$app"
  shift 2
  utf8_locale
  if names_files "$@"; then
    words=$("$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$app/*" dev.dexscope.cli.ArgumentFiles "$@") || exit $?
    eval "set -- $words"
  fi
  find_plugins "$@"
  java_options "$app" "$PLUGINS"
  program_options "$app" "$@"
  if [ -t 1 ]; then
    out=true
    shopt -s checkwinsize
    (:) # Bash sets COLUMNS when a command has ended.
  fi
  [ -t 2 ] && err=true
  # All classes of a cache are loaded at the start: "run" has its own, of what programs need, and one with what
  # agents need; so have those that serve pages, and the shortest lines.
  if [ -n "$QUICK" ]; then
    cache=quick main=QuickMain
    # Over before C2 has begun.
    [ $# != 1 ] || OPTIONS+=(-XX:TieredStopAtLevel=1)
  else
    case ${1:-} in
      run)
        cache=run main=RunMain
        [ -z "$AGENTS" ] || cache=agents
        # An app has a process of its own, for which this one waits.
        ! names_app "$@" || cache=dexscope main=Main ;;
      view | serve | monitor) cache=page ;;
    esac
  fi
  # A damaged class cache ends the JVM: it is compared with what was made when it is newer, or a start has died in it.
  local aot=$app/$cache.aot
  if [ "$aot" -nt "$aot.sum" ] || [ -e "$aot.died" ]; then is_intact "$aot" || aot=; fi
  case $aot in
    "" | *[\'\"\;%]*) ;; # Such a name is none in the JVM's commands.
    *) OPTIONS+=("-XX:OnError=touch '$aot.died'") ;;
  esac
  # A JVM that did not write the class cache ignores it. DEXSCOPE_OPTS is split into words on purpose.
  exec "$java" ${aot:+"-XX:AOTCache=$aot"} "${OPTIONS[@]}" ${GIVEN[@]+"${GIVEN[@]}"} \
    -Ddexscope.stdout.tty="$out" -Ddexscope.columns="${out:+${COLUMNS:-}}" -Ddexscope.lines="${out:+${LINES:-}}" \
    -Ddexscope.stderr.tty="$err" \
    ${DEXSCOPE_OPTS:-} "dev.dexscope.cli.$main" "$@"
}

# C1 alone compiles what translates dex code, and what prepares a framework's classes: a program's first start is short,
# and C2 takes as much time for it as the translation. The program itself gets both.
compiler_directives() { # folder of jars
  cat >"$1/compiler.json" <<'JSON'
[
  {
    match: [
      "dev/dexscope/dex/*.*", "dev/dexscope/dexer/*.*", "dev/dexscope/vm/code/*.*", "dev/dexscope/vm/load/*.*", "dev/dexscope/vm/translate/*.*",
      "java/lang/classfile/*.*", "java/lang/constant/*.*", "jdk/internal/classfile/*.*", "jdk/internal/constant/*.*",
      "org/objectweb/asm/*.*", "org/objectweb/asm/commons/*.*", "org/objectweb/asm/tree/*.*",
      "org/robolectric/internal/bytecode/*.*", "org/robolectric/util/*.*", "dev/dexscope/apphost/*.*"
    ],
    c2: { Exclude: true }
  }
]
JSON
}

prepare_app() { # JDK home, folder of jars: what programs start with beside the jars; class caches are due from now on
  compiler_directives "$2"
  mkdir -p "$2/training"
  "$1/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$2/*" dev.dexscope.agents.AgentLibraryWriter \
    "$2/agents.so" "$2/training/agent.so" || true
}

class_caches() { # JDK home, folder of jars: training runs record the classes that commands load
  local java=$1/bin/java app=$2 work=$2/training/$$
  java_options "$app"
  mkdir -p "$work"
  XDG_CACHE_HOME=$work/first class_cache dexscope TrainingRun "$work"
  class_cache quick QuickTraining "$work/training.trace"
  XDG_CACHE_HOME=$work/second class_cache run RunTraining run "$work/program.dex" "$work/program.jar"
  class_cache page PageTraining "$work/training.trace"
  if [ -f "$app/agents.so" ]; then
    agent_options "$app" false
    XDG_CACHE_HOME=$work/third class_cache agents RunTraining run --javaagent "$work/agent.jar" \
      --agentpath "$app/training/agent.so" "$work/program.dex" "$work/program.jar"
  fi
  rm -rf "$app/training"
}

is_replaced() { # folder of jars: whether it is a checkout's, of a build before the last one
  local current
  { IFS= read -r current <"${1%/*}/current"; } 2>/dev/null && [ "$current" != "${1##*/}" ]
}

class_cache() { # its name, the training run's class and arguments: is there at once, with its sum before it
  local made=$work/$1.aot cache=$app/$1.aot main=$2
  ! is_replaced "$app" || return 0
  shift 2
  "$java" -XX:AOTCacheOutput="$made" "${OPTIONS[@]}" "dev.dexscope.cli.$main" "$@" >/dev/null 2>&1 || true
  [ ! -f "$made" ] || { cksum <"$made" >"$cache.sum" && mv "$made" "$cache"; }
}

# The commands that are typed until then start slower, and none waits. It goes on when the terminal is closed; a start
# after one that was killed begins anew.
class_caches_later() { # JDK home, folder of jars
  local process=
  ! { read -r process <"$2/training/process" && kill -0 "$process"; } 2>/dev/null || return 0
  nice -n 19 bash -c 'trap "" HUP; . "$0"; class_caches "$@"' "${BASH_SOURCE[0]}" "$@" </dev/null >/dev/null 2>&1 &
  { echo $! >"$2/training/process"; } 2>/dev/null || true # It may have ended by now.
}
