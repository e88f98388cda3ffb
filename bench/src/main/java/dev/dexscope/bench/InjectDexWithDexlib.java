package dev.dexscope.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jf.dexlib2.AccessFlags;
import org.jf.dexlib2.Opcode;
import org.jf.dexlib2.Opcodes;
import org.jf.dexlib2.builder.BuilderInstruction;
import org.jf.dexlib2.builder.MutableMethodImplementation;
import org.jf.dexlib2.builder.instruction.BuilderInstruction11x;
import org.jf.dexlib2.builder.instruction.BuilderInstruction31i;
import org.jf.dexlib2.builder.instruction.BuilderInstruction35c;
import org.jf.dexlib2.dexbacked.DexBackedDexFile;
import org.jf.dexlib2.iface.Method;
import org.jf.dexlib2.iface.MethodImplementation;
import org.jf.dexlib2.iface.MethodParameter;
import org.jf.dexlib2.iface.reference.MethodReference;
import org.jf.dexlib2.immutable.reference.ImmutableMethodReference;

/**
 * The calls that {@code inject} makes, with dexlib2: the peer of {@link InjectDex}. What dexlib2
 * has no means for is left out, in its favour: methods without a free register stay as they are, no
 * method is verified, and returns do not move.
 */
public final class InjectDexWithDexlib {
  private static final String PROFILER = "Ldev/dexscope/probe/Profiler;";
  private static final MethodReference ENTER = profiler("enter", "I");
  private static final MethodReference EXIT = profiler("exit");
  private static final MethodReference UNWIND = profiler("unwind", "I");
  private static final int TRIVIAL = 3;

  private int hooked;

  private InjectDexWithDexlib() {}

  private static MethodReference profiler(String name, String... parameters) {
    return new ImmutableMethodReference(PROFILER, name, List.of(parameters), "V");
  }

  /** The dex file, and where the new one goes. */
  public static void main(String[] args) throws IOException {
    var dex = new DexBackedDexFile(Opcodes.getDefault(), Files.readAllBytes(Path.of(args[0])));
    var injector = new InjectDexWithDexlib();
    RewriteDexWithDexlib.write(
        dex, args[1], each -> RewriteDexWithDexlib.withMethods(each, injector::hooked));
    System.out.println(injector.hooked + " methods");
  }

  private Method hooked(Method method) {
    MethodImplementation old = method.getImplementation();
    if (old.getRegisterCount() - arguments(method) < 1 || old.getRegisterCount() < 2) {
      return method;
    }
    var code = new MutableMethodImplementation(old);
    if (code.getInstructions().size() <= TRIVIAL) {
      return method;
    }
    hook(code, hooked++);
    return RewriteDexWithDexlib.withCode(method, code);
  }

  private static int arguments(Method method) {
    int count = AccessFlags.STATIC.isSet(method.getAccessFlags()) ? 0 : 1;
    for (MethodParameter each : method.getParameters()) {
      count += each.getType().equals("J") || each.getType().equals("D") ? 2 : 1;
    }
    return count;
  }

  private static void hook(MutableMethodImplementation code, int id) {
    for (int i = code.getInstructions().size() - 1; i >= 0; i--) {
      BuilderInstruction each = code.getInstructions().get(i);
      if (each.getOpcode().name.startsWith("return")) {
        code.addInstruction(
            i, new BuilderInstruction35c(Opcode.INVOKE_STATIC, 0, 0, 0, 0, 0, 0, EXIT));
      }
    }
    code.addInstruction(0, new BuilderInstruction31i(Opcode.CONST, 0, id));
    code.addInstruction(
        1, new BuilderInstruction35c(Opcode.INVOKE_STATIC, 1, 0, 0, 0, 0, 0, ENTER));
    int end = code.getInstructions().size();
    code.addInstruction(new BuilderInstruction11x(Opcode.MOVE_EXCEPTION, 0));
    code.addInstruction(new BuilderInstruction31i(Opcode.CONST, 1, id));
    code.addInstruction(new BuilderInstruction35c(Opcode.INVOKE_STATIC, 1, 1, 0, 0, 0, 0, UNWIND));
    code.addInstruction(new BuilderInstruction11x(Opcode.THROW, 0));
    var handler = code.newLabelForIndex(end);
    boolean hasTries = !code.getTryBlocks().isEmpty();
    if (!hasTries) {
      code.addCatch(code.newLabelForIndex(2), handler, handler);
    }
  }
}
