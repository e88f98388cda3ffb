package dev.dexscope.natives.elf;

import org.jspecify.annotations.Nullable;

/** The kinds of machines that Android's packages have libraries for. */
public enum Machine {
  /** EM_X86_64. */
  X86_64("x86_64", 62),
  /** EM_AARCH64. */
  ARM64("arm64-v8a", 183),
  /** EM_386. */
  X86("x86", 3),
  /** EM_ARM. */
  ARM("armeabi-v7a", 40);

  private final String abi;
  private final int number;

  Machine(String abi, int number) {
    this.abi = abi;
    this.number = number;
  }

  /** Returns the name of its folder in packages. */
  public String abi() {
    return abi;
  }

  int number() {
    return number;
  }

  static @Nullable Machine of(int number) {
    for (Machine each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    return null;
  }

  /** Returns the machine that this process runs on; null for others. */
  public static @Nullable Machine current() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> X86_64;
      case "aarch64" -> ARM64;
      default -> null;
    };
  }
}
