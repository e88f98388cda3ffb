package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.JvmtiError;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Dex code that agents give for classes of the program. What a call of a function brings is undone
 * when HotSpot refuses that call.
 */
final class DexCode {
  /** What the thread has changed in each of the calls that it is in, the innermost first. */
  private final ThreadLocal<Deque<List<Runnable>>> calls = ThreadLocal.withInitial(ArrayDeque::new);

  /** Whether bytes are a dex file, or were meant to be one. */
  static boolean is(byte[] file) {
    return file.length >= 4
        && file[0] == 'd'
        && file[1] == 'e'
        && file[2] == 'x'
        && file[3] == '\n';
  }

  /** A call begins that HotSpot may refuse. */
  void begin() {
    calls.get().push(new ArrayList<>());
  }

  /** It has ended, with an error or 0. */
  void end(int error) {
    List<Runnable> made = calls.get().pop();
    if (error != 0) {
      made.reversed().forEach(Runnable::run);
    }
  }

  private void remember(Runnable undo) {
    List<Runnable> made = calls.get().peek();
    if (made != null) {
      made.add(undo);
    }
  }

  /**
   * Lets a class run dex code.
   *
   * @return the class file for HotSpot
   */
  byte[] replace(ClassLoader loader, String name, byte[] dexFile, NewCode.Kind kind)
      throws RefusedCodeException {
    NewCode code = Vm.replace(loader, name, dexFile, kind);
    remember(code::undo);
    return code.classFile();
  }

  /** Lets a class run its definition. */
  void withoutTransformation(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader != null && Vm.isGuest(loader)) {
      remember(Vm.withoutTransformation(loader, type.getName()));
    }
  }

  /** As ART has it. */
  static int error(RefusedCodeException refused) {
    return switch (refused.fault()) {
      case FORMAT -> JvmtiError.INVALID_CLASS_FORMAT;
      case NOT_ONE_CLASS -> JvmtiError.ILLEGAL_ARGUMENT;
      case NAME -> JvmtiError.NAMES_DONT_MATCH;
      case VERIFICATION -> JvmtiError.FAILS_VERIFICATION;
    };
  }
}
