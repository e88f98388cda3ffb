package dev.dexscope.vm.code;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.dex.verify.RegisterTypes;

/**
 * A verified method, ready to be translated or interpreted.
 *
 * @param revision of its class's code: 0 as the file has it, another for each that replaces it
 * @param types what each register holds before each instruction that can be reached
 */
public record MethodSource(
    ClassDef classDef,
    int revision,
    EncodedMethod method,
    MethodBody body,
    RegisterTypes types,
    Hierarchy hierarchy) {
  /** The file that the ids of the code belong to. */
  public DexFile dex() {
    return classDef.dex();
  }

  /** The method's name. */
  public String name() {
    return dex().methodName(method.index());
  }

  /** Its parameters and result. */
  public Proto proto() {
    return dex().proto(dex().methodProto(method.index()));
  }
}
