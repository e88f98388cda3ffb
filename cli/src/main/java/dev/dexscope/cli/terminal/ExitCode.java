package dev.dexscope.cli.terminal;

/** The exit codes of every command. Scripts rely on them. */
public enum ExitCode {
  /** The command did its work. */
  DONE(0),
  /** The command did its work and the answer is "no": code is rejected, a run has regressed. */
  NO(1),
  /** The command line cannot be understood. */
  USAGE(2),
  /** A file is missing, unreadable or not what the command takes. */
  BAD_INPUT(3),
  /** The machine refuses: no memory, no disk, no device, a tool is missing. */
  ENVIRONMENT(4),
  /** The command did its work, and what was measured does not decide the question. */
  UNPROVEN(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
