# Sourced by the launchers of the checkout and of the runtime image: how the application starts.
# The class path, not the module path: its class cache still fits after the folder has moved.

# Packages whose members programs for Android reach by reflection: Android has no modules.
OPEN_PACKAGES="java.io java.lang java.lang.invoke java.lang.ref java.lang.reflect java.math java.net java.nio
  java.nio.charset java.security java.text java.time java.util java.util.concurrent java.util.concurrent.atomic
  java.util.concurrent.locks java.util.regex java.util.zip"

java_options() { # folder of jars: sets OPTIONS
  local jar package classpath=
  for jar in "$1"/*.jar; do classpath=$classpath${classpath:+:}$jar; done
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

is_quick() { # arguments: whether QuickMain answers them
  case $#:${1:-} in
    1:--version) return 0 ;;
    1:* | *:[!r]*) return 1 ;;
    *:report) shift ;;
    *) return 1 ;;
  esac
  # The options of ReportWords.
  while [ $# -gt 0 ]; do
    case $1 in
      --top | --by | --sort | --clock | --thread | --include | --exclude) [ $# -gt 1 ] && shift ;;
      --top=* | --by=* | --sort=* | --clock=* | --thread=* | --include=* | --exclude=*) ;;
      --raw | --json) ;;
      -*) return 1 ;;
    esac
    shift
  done
}

agent_options() { # folder of jars, whether for agents that come later: adds to OPTIONS what native agents want of the Java VM
  [ -f "$1/agents.so" ] || return 0
  # It reserves capabilities that HotSpot grants at its start only; agents are loaded when the VM has started.
  OPTIONS+=("-agentpath:$1/agents.so" "-Ddexscope.agents=$1/agents.so" "-Ddexscope.agents.later=$2"
    "-XX:OnError=echo 'dexscope: native code has crashed the Java VM, most likely that of an agent' >&2")
}

program_options() { # folder of jars, arguments: adds to OPTIONS what the command wants of the Java VM, or is given
  local app=$1
  shift
  case ${1:-} in
    run | profile)
      [ ! -f "$app/compiler.json" ] ||
        # HotSpot says on standard output that it has read them, where the program's own output goes.
        OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:CompilerDirectivesFile="$app/compiler.json" -XX:-DisplayVMOutput) ;;
    # They go through a package once: C2 would take more time than its code saves (docs/benchmarks.md).
    inject | manifest | preflight | sign | verify) OPTIONS+=(-XX:TieredStopAtLevel=1) ;;
  esac
  is_quick "$@" &&
    # What the training run learnt of its trace costs more to load than it saves.
    OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining)
  [ "${1:-}" = run ] || return 0
  shift
  # A program is refused an array only when there is no room at all, in whatever generation.
  OPTIONS+=(-XX:PretenureSizeThreshold=0)
  # SIGQUIT prints the program's threads instead of the Java VM's: all that this output is used for. What the
  # training run learnt takes longer to load than a small program to run.
  OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:-DisplayVMOutput -XX:-AOTReplayTraining)
  local agents= later=false folder
  while [ $# -gt 0 ]; do
    case $1 in
      -X*) OPTIONS+=("$1") ;;
      --jfr)
        # The Java VM refuses a file that cannot be there, with other words and another code than the command.
        if [ $# -gt 1 ]; then
          folder=.
          case $2 in */*) folder=${2%/*}/ ;; esac
          [ ! -d "$folder" ] || [ -d "$2" ] || OPTIONS+=("-XX:StartFlightRecording=filename=$2,settings=profile")
          shift
        fi ;;
      # A call takes several times the stack there; Android's threads have 1 MB, as HotSpot's have.
      --engine)
        [ "${2:-}" != interpreted ] || OPTIONS=(-Xss8m "${OPTIONS[@]}")
        [ $# -gt 1 ] && shift ;;
      --agent | --agentpath | --agentlib)
        agents=true
        [ $# -gt 1 ] && shift ;;
      --agent=* | --agentpath=* | --agentlib=*) agents=true ;;
      --agents-later) agents=true later=true ;;
      --platform-calls) OPTIONS+=(-Ddexscope.agents.platform=true) ;;
      --dex-load-hook) OPTIONS+=(-Ddexscope.agents.dex=true) ;;
      # What HotSpot says of native code goes to standard error; it is hidden else.
      --check-agents)
        OPTIONS+=(-Xcheck:jni -XX:+DisplayVMOutput -XX:+DisplayVMOutputToStderr -Ddexscope.agents.check=true) ;;
      -cp | --class-path | --trace | --sample | --javaagent) [ $# -gt 1 ] && shift ;;
      -*) ;;
      *) break ;;
    esac
    shift
  done
  [ -z "$agents" ] || agent_options "$app" "$later"
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
  local java=$1/bin/java app=$2 out= err= cache=dexscope main=Main
  shift 2
  utf8_locale
  java_options "$app"
  program_options "$app" "$@"
  if [ -t 1 ]; then
    out=true
    shopt -s checkwinsize
    (:) # Bash sets COLUMNS when a command has ended.
  fi
  [ -t 2 ] && err=true
  # All classes of a cache are loaded at the start: "run" has its own, of what programs need, and one with what
  # agents need; so have those that serve pages, and the shortest lines.
  if is_quick "$@"; then
    cache=quick main=QuickMain
    # Over before C2 has begun.
    [ $# != 1 ] || OPTIONS+=(-XX:TieredStopAtLevel=1)
  else
    case ${1:-} in
      run)
        cache=run main=RunMain
        case ${OPTIONS[*]} in *-Ddexscope.agents=*) cache=agents ;; esac ;;
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
  exec "$java" ${aot:+"-XX:AOTCache=$aot"} "${OPTIONS[@]}" \
    -Ddexscope.stdout.tty="$out" -Ddexscope.columns="${out:+${COLUMNS:-}}" -Ddexscope.lines="${out:+${LINES:-}}" \
    -Ddexscope.stderr.tty="$err" \
    ${DEXSCOPE_OPTS:-} "dev.dexscope.cli.$main" "$@"
}

# C1 alone compiles what translates dex code: a program's first start is short, and C2 takes as much time for it
# as the translation. The program itself gets both.
compiler_directives() { # folder of jars
  cat >"$1/compiler.json" <<'JSON'
[
  {
    match: [
      "dev/dexscope/dex/*.*", "dev/dexscope/vm/code/*.*", "dev/dexscope/vm/load/*.*", "dev/dexscope/vm/translate/*.*",
      "java/lang/classfile/*.*", "java/lang/constant/*.*", "jdk/internal/classfile/*.*", "jdk/internal/constant/*.*"
    ],
    c2: { Exclude: true }
  }
]
JSON
}

class_cache() { # JDK home, folder of jars: training runs record the classes that commands load
  local java=$1/bin/java app=$2 work=$2/training
  java_options "$app"
  compiler_directives "$app"
  mkdir -p "$work"
  "$java" -cp "$app/*" dev.dexscope.agents.AgentLibraryWriter "$app/agents.so" "$work/agent.so" || true
  XDG_CACHE_HOME=$work/first "$java" -XX:AOTCacheOutput="$app/dexscope.aot" "${OPTIONS[@]}" \
    dev.dexscope.cli.TrainingRun "$work" >/dev/null 2>&1 || true
  "$java" -XX:AOTCacheOutput="$app/quick.aot" "${OPTIONS[@]}" \
    dev.dexscope.cli.QuickTraining "$work/training.trace" >/dev/null 2>&1 || true
  XDG_CACHE_HOME=$work/second "$java" -XX:AOTCacheOutput="$app/run.aot" "${OPTIONS[@]}" \
    dev.dexscope.cli.RunTraining run "$work/program.dex" >/dev/null 2>&1 || true
  "$java" -XX:AOTCacheOutput="$app/page.aot" "${OPTIONS[@]}" \
    dev.dexscope.cli.PageTraining "$work/training.trace" >/dev/null 2>&1 || true
  if [ -f "$app/agents.so" ]; then
    agent_options "$app" false
    XDG_CACHE_HOME=$work/third "$java" -XX:AOTCacheOutput="$app/agents.aot" "${OPTIONS[@]}" \
      dev.dexscope.cli.RunTraining run --agentpath "$work/agent.so" "$work/program.dex" >/dev/null 2>&1 || true
  fi
  local made
  for made in "$app"/*.aot; do [ ! -f "$made" ] || cksum <"$made" >"$made.sum"; done
  rm -rf "$work"
}
