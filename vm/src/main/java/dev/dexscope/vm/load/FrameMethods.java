package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.Opcode;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.debug.Location;
import dev.dexscope.vm.runtime.LineNumbers;
import dev.dexscope.vm.runtime.StackTraces;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code of a stack trace's frame: a frame has a line, or an address, where overloads have
 * signatures.
 */
final class FrameMethods {
  /** An instruction that a frame may be at. */
  private record Place(EncodedMethod method, int pc, @Nullable String called) {}

  private FrameMethods() {}

  /**
   * Returns the method of a frame; the first of its name if neither line nor address identifies it.
   */
  static @Nullable Method find(ClassDef classDef, StackTraceElement frame) {
    List<Place> places = places(classDef, frame);
    List<EncodedMethod> named = named(classDef, frame);
    if (named.isEmpty()) {
      return null;
    }
    EncodedMethod found = places.isEmpty() ? named.getFirst() : places.getFirst().method;
    return new Method(
        0,
        frame.getClassName(),
        frame.getMethodName(),
        proto(found),
        Objects.requireNonNullElse(classDef.sourceFile(), ""),
        LineTable.of(found.code()).first());
  }

  /**
   * Returns where a frame is.
   *
   * @param called the frame that it has called; null when that is not known
   */
  static @Nullable Location locate(
      ClassDef classDef, StackTraceElement frame, @Nullable StackTraceElement called) {
    List<Place> places = places(classDef, frame);
    if (called != null) {
      List<Place> calls =
          places.stream().filter(each -> called.getMethodName().equals(each.called)).toList();
      if (!calls.isEmpty()) {
        return location(calls.getFirst(), calls.size() == 1);
      }
    }
    if (!places.isEmpty()) {
      return location(places.getFirst(), false);
    }
    List<EncodedMethod> named = named(classDef, frame);
    return named.isEmpty() ? null : new Location(proto(named.getFirst()), -1, false);
  }

  private static Location location(Place place, boolean exact) {
    return new Location(proto(place.method), place.pc, exact);
  }

  /**
   * A frame that has an address for a line, as ART shows it: with the line that a LineNumberTable
   * cannot hold, or the address. Null when it is at no such place.
   */
  static @Nullable StackTraceElement shown(ClassDef classDef, StackTraceElement frame) {
    int pc = LineNumbers.address(frame.getLineNumber());
    for (EncodedMethod each : named(classDef, frame)) {
      if (isShownByAddress(each, pc)) {
        int line = lineAt(each, pc);
        String file = line < 0 ? null : classDef.sourceFile();
        return new StackTraceElement(
            frame.getClassName(),
            frame.getMethodName(),
            file == null ? StackTraces.UNKNOWN_SOURCE : file,
            line < 0 ? pc : line);
      }
    }
    return null;
  }

  private static int lineAt(EncodedMethod method, int pc) {
    return LineTable.of(method.code()).line(pc);
  }

  private static boolean isShownByAddress(EncodedMethod method, int pc) {
    for (Instruction at = Objects.requireNonNull(method.code()).instructions(); at.next(); ) {
      if (at.pc() == pc) {
        return !LineNumbers.isLine(lineAt(method, pc));
      }
    }
    return false;
  }

  private static List<EncodedMethod> named(ClassDef classDef, StackTraceElement frame) {
    return classDef.data().methods().stream()
        .filter(EncodedMethod::hasCode)
        .filter(each -> each.dex().methodName(each.index()).equals(frame.getMethodName()))
        .toList();
  }

  /** Returns all instructions that a frame may be at, by HotSpot's data or by ART's. */
  private static List<Place> places(ClassDef classDef, StackTraceElement frame) {
    List<Place> places = new ArrayList<>();
    for (EncodedMethod each : named(classDef, frame)) {
      CodeItem code = Objects.requireNonNull(each.code());
      LineTable lines = LineTable.of(code);
      for (Instruction at = code.instructions(); at.next(); ) {
        if (!at.isPayload() && isAt(frame, lines.line(at.pc()), at.pc())) {
          places.add(new Place(each, at.pc(), called(each.dex(), at)));
        }
      }
    }
    return places;
  }

  private static boolean isAt(StackTraceElement frame, int line, int pc) {
    int number = frame.getLineNumber();
    if (line < 0 && StackTraces.UNKNOWN_SOURCE.equals(frame.getFileName())) {
      return number == pc;
    }
    return number == line || number == LineNumbers.of(line, pc);
  }

  /** The name of the method that an instruction calls. */
  private static @Nullable String called(DexFile dex, Instruction at) {
    return at.opcode().indexKind() == Opcode.IndexKind.METHOD ? dex.methodName(at.index()) : null;
  }

  private static String proto(EncodedMethod method) {
    DexFile dex = method.dex();
    return dex.protoDescriptor(dex.methodProto(method.index()));
  }
}
