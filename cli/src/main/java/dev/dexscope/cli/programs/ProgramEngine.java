package dev.dexscope.cli.programs;

import dev.dexscope.vm.Engine;

/** The engines that run programs: those of the embedded virtual machine, and Android's own. */
public enum ProgramEngine {
  TRANSLATED,
  INTERPRETED,
  ART;

  /** Returns the engine of the embedded virtual machine. */
  Engine ofVm() {
    return switch (this) {
      case TRANSLATED -> Engine.TRANSLATED;
      case INTERPRETED -> Engine.INTERPRETED;
      case ART -> throw new IllegalStateException("not an engine of the embedded virtual machine");
    };
  }
}
