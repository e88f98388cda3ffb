# Sourced by suites/demo-agents: builds the demo agents of OpenJDK 8, unmodified, against this JDK's jvmti.h.
# Needs $JDK.

demo_agents() { # a tree of jdk8u's sources (src), the folder for libNAME.so and NAME.jar
  local demo=$1/src/share/demo/jvmti unix=$1/src/solaris name more
  [ -d "$demo" ] || { echo "no demo agents in $demo" >&2; exit 2; }
  mkdir -p "$2"
  cp "$demo/hprof/jvm.hprof.txt" "$2/.." # hprof looks for its text above its library
  # SKIP_NPT is hprof's own switch for a JDK without libnpt.
  set -- "$1" "$2" -w -O2 -shared -fPIC -D_GNU_SOURCE -DLINUX -DSKIP_NPT "-I$JDK/include" "-I$JDK/include/linux" \
    "-I$demo/agent_util" "-I$demo/java_crw_demo" "-I$demo/hprof" "-I$unix/javavm/export"
  for name in versionCheck gctest heapViewer compiledMethodLoad mtrace minst heapTracker hprof waiters; do
    [ ! -e "$2/lib$name.so" ] || continue
    case $name in
      waiters)
        "${CC:-cc}" "${@:3}" -c -o "$2/agent_util.o" "$demo/agent_util/agent_util.c"
        "${CXX:-c++}" "${@:3}" -o "$2/lib$name.so" "$demo/$name"/*.cpp "$2/agent_util.o"
        continue
        ;;
      hprof) more="$demo/java_crw_demo/java_crw_demo.c $unix/demo/jvmti/hprof/hprof_md.c" ;;
      mtrace | minst | heapTracker) more="$demo/java_crw_demo/java_crw_demo.c $demo/agent_util/agent_util.c" ;;
      *) more=$demo/agent_util/agent_util.c ;;
    esac
    # shellcheck disable=SC2086
    "${CC:-cc}" "${@:3}" -o "$2/lib$name.so" "$demo/$name"/*.c $more -lm -ldl
  done
  # hprof loads it when it is to change class files.
  [ -e "$2/libjava_crw_demo.so" ] || "${CC:-cc}" "${@:3}" -o "$2/libjava_crw_demo.so" "$demo/java_crw_demo/java_crw_demo.c"
  for name in Mtrace Minst HeapTracker Tracker; do
    case $name in
      Tracker) more=hprof/$name ;;
      Mtrace | Minst) more=${name,}/$name ;;
      *) more=heapTracker/$name ;;
    esac
    [ $name != Tracker ] || demo=$1/src/share/classes/com/sun/demo/jvmti
    "$JDK/bin/javac" -nowarn -Xlint:none --release 8 -d "$2/${more%/*}.classes" "$demo/$more.java" 2>/dev/null
    "$JDK/bin/jar" cf "$2/${more%/*}.jar" -C "$2/${more%/*}.classes" .
  done
}
