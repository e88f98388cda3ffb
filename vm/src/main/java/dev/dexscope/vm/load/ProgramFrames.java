package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.FrameLocations;
import dev.dexscope.vm.debug.Location;
import java.lang.StackWalker.StackFrame;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the dex code of all class loaders that the frames of stacks are in. */
final class ProgramFrames implements FrameLocations {
  private final DexPaths paths;

  /** Cached results, because samples of a stack contain the same frames again. */
  private final Map<StackTraceElement, Optional<Method>> methods = new ConcurrentHashMap<>();

  ProgramFrames(DexPaths paths) {
    this.paths = paths;
  }

  /** Frames may be of other methods from now on. */
  void forget() {
    methods.clear();
  }

  @Override
  public @Nullable Location of(StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    DexPath path = paths.codeOf(type.getClassLoader());
    String descriptor = frame.getDescriptor();
    CodeMap map = path == null ? null : path.codeMap(type, frame.getMethodName(), descriptor);
    int pc = map == null ? CodeMap.NONE : map.pcAt(frame.getByteCodeIndex());
    return map == null ? null : new Location(descriptor, pc, pc != CodeMap.NONE);
  }

  @Override
  public @Nullable Location of(StackTraceElement frame, @Nullable StackTraceElement called) {
    String descriptor = RunningClasses.descriptor(frame.getClassName());
    for (DexPath each : paths.allCode()) {
      ClassDef classDef = each.find(descriptor);
      Location found = classDef == null ? null : FrameMethods.locate(classDef, frame, called);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** It is looked up once. */
  @Override
  public @Nullable Method method(StackTraceElement frame) {
    return methods.computeIfAbsent(frame, this::find).orElse(null);
  }

  private Optional<Method> find(StackTraceElement frame) {
    String descriptor = RunningClasses.descriptor(frame.getClassName());
    for (DexPath each : paths.allCode()) {
      ClassDef classDef = each.find(descriptor);
      Method method = classDef == null ? null : FrameMethods.find(classDef, frame);
      if (method != null) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }
}
