package dev.dexscope.vm.interpret;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.LineTable;
import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.MethodSource;
import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.Interpretation;
import dev.dexscope.vm.runtime.Interpreted;
import dev.dexscope.vm.runtime.Messages;
import dev.dexscope.vm.runtime.StackReserve;
import dev.dexscope.vm.runtime.StackTraces;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * A method that the interpreter runs. Its class has a stub in its place, which calls it;
 * interpreted code that calls it goes past the stub.
 *
 * <pre>{@code
 * InterpretedMethod method = InterpretedMethod.link(lookupInTheGuestClass, source);
 * Object result = method.invoke(1, 2L, "three");
 * }</pre>
 */
public final class InterpretedMethod implements Interpreted {
  static {
    GuestTraces.prepare();
  }

  static {
    initialize(
        GuestTraces.class,
        HeapReserve.class,
        Messages.class,
        Bits.class,
        Boxes.class,
        Thrown.class,
        DebugInfo.Kind.class);
  }

  private final MethodSource source;
  private final Linker linker;
  private final String shorty;

  /**
   * Read at once: they are needed for stack traces, some of which are created when memory or stack
   * is exhausted.
   */
  private final LineTable lines;

  private volatile @Nullable Code code;
  private volatile boolean isReplaced;

  private InterpretedMethod(Lookup lookup, MethodSource source) {
    this.source = source;
    this.linker = new Linker(lookup, source);
    this.shorty = source.proto().shorty();
    this.lines = LineTable.of(source.method().code());
  }

  /**
   * Classes that are first needed when something is thrown: that may be where the stack ends, and
   * an initialisation that fails there has failed for good.
   */
  private static void initialize(Class<?>... types) {
    for (Class<?> each : types) {
      try {
        MethodHandles.lookup().ensureInitialized(each);
      } catch (IllegalAccessException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /**
   * The method of a guest class, when its stub is first called.
   *
   * @param lookup in the class, with all rights
   */
  public static InterpretedMethod link(Lookup lookup, MethodSource source) {
    StackReserve.ensure();
    StackTraces.unfoldBy(GuestTraces::guestView);
    return GuestClass.of(lookup.lookupClass())
        .add(source, () -> new InterpretedMethod(lookup, source));
  }

  /** Lets calls of a class's methods go through their stubs again: its code has been replaced. */
  public static void replace(Class<?> type) {
    for (InterpretedMethod each : GuestClass.of(type).forget()) {
      each.isReplaced = true;
    }
  }

  /** Returns whether its class has other code by now. */
  boolean isReplaced() {
    return isReplaced;
  }

  /** The innermost frame of interpreted code on a thread, or null. */
  public static @Nullable Frame topFrame(Thread thread) {
    GuestThread known = GuestThread.of(thread);
    return known == null ? null : known.top;
  }

  /**
   * Returns whether an element of the host's stack trace is a stub whose method the interpreter
   * runs. A synchronized one has a monitor that the method itself takes again.
   */
  public static boolean isStub(StackTraceElement[] host, int index) {
    return GuestTraces.isStub(host, index);
  }

  /** Its name. */
  public String name() {
    return source.name();
  }

  /** Its descriptor, as the dex file has it. */
  public String descriptor() {
    return source.proto().descriptor();
  }

  /** The verified method. */
  public MethodSource source() {
    return source;
  }

  /** The class that has the method. */
  public Class<?> guestClass() {
    return linker.self();
  }

  /** The source line at an address, or -1. */
  public int line(int dexPc) {
    return lines.line(dexPc);
  }

  /** Returns the names in the debug info. */
  DebugNames names() {
    return new DebugNames(source);
  }

  Code code() {
    Code known = code;
    if (known == null) {
      StackReserve.ensure();
      try {
        known = new Decoder(source, linker).decode();
      } catch (DexFormatException e) {
        throw new ClassFormatError(e.getMessage());
      }
      code = known;
    }
    return known;
  }

  @Override
  public @Nullable Object invoke(@Nullable Object... arguments) throws Throwable {
    GuestThread thread = GuestThread.current();
    Frame frame = Frame.of(this, thread);
    boolean isStatic = (source.method().accessFlags() & AccessFlags.STATIC) != 0;
    int register = frame.registers() - source.body().ins;
    int first = 0;
    if (!isStatic) {
      frame.references[register++] = arguments[0];
      first = 1;
    }
    setArguments(frame, register, arguments, first);
    thread.top = frame;
    try {
      Interpreter.run(frame, 0);
    } finally {
      thread.top = frame.caller;
    }
    return Boxes.box(shorty.charAt(0), frame.result, frame.resultReference);
  }

  @Override
  public Interpretation start(@Nullable Object... arguments) throws Throwable {
    Frame frame = Frame.of(this, GuestThread.current());
    int register = frame.registers() - source.body().ins;
    Uninitialized self = null;
    if (source.name().equals("<init>")) {
      self = new Uninitialized(linker.self());
      frame.references[register++] = self;
    }
    setArguments(frame, register, arguments, 0);
    var run = new StoppingRun(frame, self);
    run.go(0);
    return run;
  }

  private void setArguments(Frame frame, int from, @Nullable Object[] arguments, int first) {
    int register = from;
    for (int i = 1; i < shorty.length(); i++) {
      char type = shorty.charAt(i);
      Object argument = arguments[first + i - 1];
      if (type == 'L') {
        frame.references[register++] = argument;
      } else {
        frame.numbers[register] = Boxes.unbox(argument);
        register += type == 'J' || type == 'D' ? 2 : 1;
      }
    }
  }

  @Override
  public String toString() {
    return source.method().ref().toString();
  }
}
