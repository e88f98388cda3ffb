package dev.dexscope.cli.programs;

import dev.dexscope.compile.DexOptions;
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

  /** Returns what makes the dex code of class files: a phone's runtime has what a phone has. */
  DexOptions.Dexing dexing() {
    return this == ART ? DexOptions.Dexing.RELEASE : DexOptions.Dexing.QUICK;
  }
}
