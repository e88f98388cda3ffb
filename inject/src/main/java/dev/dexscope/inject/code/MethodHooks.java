package dev.dexscope.inject.code;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.MethodBuilder;
import java.util.List;

/**
 * Puts the profiler's calls into methods, one after the other.
 *
 * <pre>{@code
 * var hooks = new MethodHooks(ProfilerNames.OURS, false);
 * hooks.add(method, builder, 7, Surroundings.UNKNOWN, true);
 * }</pre>
 */
public final class MethodHooks implements MethodChange {
  private final ProfilerNames names;
  private final boolean afterSuper;
  private final MethodBody body = new MethodBody();

  /**
   * Hooks of one kind.
   *
   * @param names the names of the profiler
   * @param afterSuper whether the catch-all of a constructor begins after the call of another one:
   *     devices before Android 5 are not proven to allow handlers with an uninitialized {@code
   *     this}
   */
  public MethodHooks(ProfilerNames names, boolean afterSuper) {
    this.names = names;
    this.afterSuper = afterSuper;
  }

  @Override
  public void add(
      EncodedMethod method, MethodBuilder builder, int id, Surroundings around, boolean isWhole) {
    Frame.Method read = Frame.read(method, body);
    int from = afterSuper && isConstructor(method) ? endOfSuperCall(method) : 0;
    List<Coverage.Range> covered = around.isEdge(method) ? Coverage.of(body, from) : List.of();
    Catches catches = Catches.of(body);
    // Arrays meet in one whose elements may be of no type that the method returns.
    boolean joins = isWhole && !read.proto().returnType().startsWith("[");
    boolean keepsDepth = !covered.isEmpty() || catches.goOn() || leadsOutside(method.dex(), around);
    read.transform(
        builder,
        !covered.isEmpty(),
        keepsDepth,
        frame -> new Hooks(names, id, frame, covered, catches, keepsDepth, new Exits(body, joins)));
  }

  private boolean leadsOutside(DexFile dex, Surroundings around) {
    boolean leads = false;
    for (Instruction each = body.instructions(); !leads && each.next(); ) {
      leads =
          switch (Opcode.indexKind(Opcode.flags(each.opcodeValue()))) {
            case METHOD -> around.leadsOutside(dex, each.index());
            case METHOD_AND_PROTO, CALL_SITE -> true;
            default -> false;
          };
    }
    return leads;
  }

  private static boolean isConstructor(EncodedMethod method) {
    int flags = AccessFlags.STATIC | AccessFlags.CONSTRUCTOR;
    return (method.accessFlags() & flags) == AccessFlags.CONSTRUCTOR;
  }

  /** Behind the last call of a constructor of the same class or its superclass. */
  private int endOfSuperCall(EncodedMethod method) {
    var dex = method.dex();
    int type = dex.methodClass(method.index());
    var definition = dex.findClass(dex.type(type));
    int superclass = definition == null ? -1 : definition.superclassIndex();
    int end = 0;
    for (Instruction each = body.instructions(); each.next(); ) {
      int opcode = each.opcodeValue();
      if (opcode == Opcode.INVOKE_DIRECT.value() || opcode == Opcode.INVOKE_DIRECT_RANGE.value()) {
        int owner = dex.methodClass(each.index());
        if ((owner == type || owner == superclass)
            && dex.methodName(each.index()).equals("<init>")) {
          end = each.pc() + each.units();
        }
      }
    }
    return end;
  }
}
