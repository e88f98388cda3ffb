# Sourced by launch.sh: what it has to know of options. Made by scripts/options of EarlyOptions and picocli's annotations.

has_early_options() { # command
  case $1 in
    profile | report | run)
      ;;
    *) return 1 ;;
  esac
}

ends_at_word() { # command: whether all behind its first word is a program's
  case $1 in
    run)
      ;;
    *) return 1 ;;
  esac
}

option_form() { # command:option: sets FORM
  case $1 in
    profile:--all | profile:--app-only | profile:--cpu | profile:--debug | profile:--debuggable | \
      profile:--force | profile:-h | profile:--help | profile:--jit | profile:--network | profile:--no-jit | \
      profile:--once | profile:-V | profile:--version | profile:--wide | profile:--yes | report:--bottom-up | \
      report:--csv | report:--debug | report:--exceptions | report:-h | report:--help | report:--hot | \
      report:--json | report:--longest | report:--raw | report:--timeline | report:--tree | report:-V | \
      report:--version | report:--wide | report:--without-clock | run:--agents-later | run:--check-agents | \
      run:--debug | run:--dex-load-hook | run:-h | run:--help | run:--jit | run:--network | run:--no-jit | \
      run:--platform-calls | run:-V | run:--version | run:--wall-clock | run:--yes)
      FORM=flag ;;
    profile:--abi | profile:--anr | profile:--api | profile:--app | profile:--app-version | \
      profile:--baseline | profile:--build | profile:-cp | profile:--class-path | profile:--data | \
      profile:--day | profile:--deny | profile:--device | profile:--do | profile:--engine | profile:--error | \
      profile:--exclude | profile:--extra | profile:--fail-on | profile:--fps | profile:--heap | \
      profile:--include | profile:--key-alias | profile:--key-pass | profile:--keystore | \
      profile:--keystore-pass | profile:--main | profile:--mode | profile:--native-path | profile:--natives | \
      profile:--on-device | profile:-o | profile:--output | profile:--platform | profile:--processes | \
      profile:--runs | profile:--scenario | profile:--script | profile:--seconds | profile:--select | \
      profile:--split | profile:--start | profile:--store | profile:--tau-conf | profile:--test-apk | \
      profile:--test-arg | profile:--test-report | profile:--time | profile:--timeout | profile:--top | \
      profile:--uri | profile:--warmup | profile:--with | report:--by | report:--clock | report:--event | \
      report:--exclude | report:--from | report:--include | report:--mapping | report:--method | \
      report:--min | report:--slower-than | report:--sort | report:--thread | report:--to | report:--top | \
      run:--agent | run:--agentlib | run:--agentpath | run:--anr | run:--api | run:-cp | run:--class-path | \
      run:--data | run:--deny | run:--do | run:--engine | run:--extra | run:--fps | run:--heap | \
      run:--javaagent | run:--jfr | run:--native-path | run:--natives | run:--platform | run:--sample | \
      run:--script | run:--split | run:--start | run:--test-apk | run:--test-arg | run:--test-report | \
      run:--time | run:--timeout | run:--trace | run:--trace-buffer | run:--uri | run:--with | run:-D | \
      run:-X)
      FORM=value ;;
    profile:--art-option | run:--art-option)
      FORM=word ;;
    *) return 1 ;;
  esac
}

is_quick_option() { # command:option: whether the command's quick entry point reads it
  case $1 in
    report:--by | report:--clock | report:--top | report:--sort | report:--thread | report:--include | \
      report:--exclude | report:--raw | report:--wide | report:--json | run:-cp | run:--class-path | \
      run:--with | run:--engine | run:--jit | run:--no-jit | run:--art-option | run:-D | run:-X | \
      run:--javaagent | run:--agent | run:--agentpath | run:--agentlib | run:--agents-later | \
      run:--platform-calls | run:--dex-load-hook | run:--check-agents)
      ;;
    *) return 1 ;;
  esac
}

ask_launcher() { # command:option, value: does what the option asks for
  case $1 in
    profile:--engine) case $2 in [iI][nN][tT][eE][rR][pP][rR][eE][tT][eE][dD]) OPTIONS+=(-Xss8m) ;; esac ;;
    run:--engine) case $2 in [iI][nN][tT][eE][rR][pP][rR][eE][tT][eE][dD]) OPTIONS+=(-Xss8m) ;; esac ;;
    run:-X) want_java_option "$2" ;;
    run:--jfr) want_recording "$2" ;;
    run:--sample) OPTIONS+=(-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints) ;;
    run:--javaagent) want_java_agents "$2" ;;
    run:--agent) want_agents "$2" ;;
    run:--agentpath) want_agents "$2" ;;
    run:--agentlib) want_agents "$2" ;;
    run:--agents-later) want_later_agents "$2" ;;
    run:--platform-calls) OPTIONS+=(-Ddexscope.agents.platform=true) ;;
    run:--dex-load-hook) OPTIONS+=(-Ddexscope.agents.dex=true) ;;
    run:--check-agents) OPTIONS+=(-Xcheck:jni -XX:+DisplayVMOutput -XX:+DisplayVMOutputToStderr -Ddexscope.agents.check=true) ;;
  esac
}
