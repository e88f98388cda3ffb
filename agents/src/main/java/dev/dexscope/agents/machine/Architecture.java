package dev.dexscope.agents.machine;

import org.jspecify.annotations.Nullable;

/** The kinds of machines for which there is a library of machine code, all with Linux. */
enum Architecture {
  /** EM_X86_64 and R_X86_64_TPOFF64. */
  X86_64(62, 18),

  /** EM_AARCH64 and R_AARCH64_TLS_TPREL (ELF for the Arm 64-bit Architecture, 5.7.12). */
  AARCH64(183, 1030);

  private final int elfMachine;
  private final int threadOffset;

  Architecture(int elfMachine, int threadOffset) {
    this.elfMachine = elfMachine;
    this.threadOffset = threadOffset;
  }

  /** That of this machine; null where native agents do not run. */
  static @Nullable Architecture current() {
    return System.getProperty("os.name", "").equals("Linux")
        ? of(System.getProperty("os.arch", ""))
        : null;
  }

  /** The one that Java calls so; null for others. */
  static @Nullable Architecture of(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> X86_64;
      case "aarch64" -> AARCH64;
      default -> null;
    };
  }

  /** Its number in ELF. */
  int elfMachine() {
    return elfMachine;
  }

  /** The kind of relocation that gives the distance from the thread pointer. */
  int threadOffset() {
    return threadOffset;
  }

  /** The code between agents and HotSpot. */
  MachineCode code() {
    return library().write();
  }

  /** The code of an agent that does nothing. */
  MachineCode idleAgent() {
    return library().writeIdleAgent();
  }

  private LibraryCode library() {
    return switch (this) {
      case X86_64 -> new X64Code();
      case AARCH64 -> new A64Code();
    };
  }
}
