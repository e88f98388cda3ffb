package dev.dexscope.agents.program;

import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
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
public final class DexCode {
  /** A call that HotSpot may refuse. */
  private static final class Change {
    private final List<Runnable> undo = new ArrayList<>();
    private final List<Runnable> onSuccess = new ArrayList<>();

    /** Why an agent's dex code was refused meanwhile, or 0. */
    private int error;
  }

  /** The calls that the thread is in, the innermost first. */
  private final ThreadLocal<Deque<Change>> calls = ThreadLocal.withInitial(ArrayDeque::new);

  /** Whether bytes are a dex file, or were meant to be one. */
  public static boolean is(byte[] file) {
    return file.length >= 4
        && file[0] == 'd'
        && file[1] == 'e'
        && file[2] == 'x'
        && file[3] == '\n';
  }

  /** A call begins that HotSpot may refuse. */
  public void begin() {
    calls.get().push(new Change());
  }

  /**
   * It has ended, with an error or 0.
   *
   * @return what the agent is told: HotSpot knows only that there was no class file
   */
  public int end(int error) {
    Change change = calls.get().pop();
    if (error != 0) {
      change.undo.reversed().forEach(Runnable::run);
    } else {
      change.onSuccess.forEach(Runnable::run);
    }
    return error == JvmtiError.INVALID_CLASS_FORMAT && change.error != 0 ? change.error : error;
  }

  private void remember(Runnable undo) {
    Change change = calls.get().peek();
    if (change != null) {
      change.undo.add(undo);
    }
  }

  /** Has something done when HotSpot has not refused the call. */
  public void onSuccess(Runnable action) {
    Change change = calls.get().peek();
    if (change != null) {
      change.onSuccess.add(action);
    }
  }

  /** Refuses the class file that an agent has made in the call. */
  public void refuse(RefusedCodeException refused) {
    Change change = calls.get().peek();
    if (change != null && change.error == 0) {
      change.error = error(refused);
    }
  }

  /**
   * Lets a class run dex code.
   *
   * @return the class file for HotSpot
   */
  public byte[] replace(GuestClasses classes, String name, byte[] dexFile, NewCode.Kind kind)
      throws RefusedCodeException {
    NewCode code = classes.replace(name, dexFile, kind);
    remember(code::undo);
    return code.classFile();
  }

  /** Lets a class run its definition. */
  public void withoutTransformation(Class<?> type) {
    GuestClasses classes = Vm.code().of(type.getClassLoader());
    if (classes != null) {
      remember(classes.withoutTransformation(type.getName()));
    }
  }

  /** As ART has it. */
  public static int error(RefusedCodeException refused) {
    return switch (refused.fault()) {
      case FORMAT -> JvmtiError.INVALID_CLASS_FORMAT;
      case NOT_ONE_CLASS -> JvmtiError.ILLEGAL_ARGUMENT;
      case NAME -> JvmtiError.NAMES_DONT_MATCH;
      case VERIFICATION -> JvmtiError.FAILS_VERIFICATION;
    };
  }
}
