package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Hues;
import java.io.IOException;
import java.util.Arrays;

/**
 * The methods that one answer names. An answer numbers them from 0 in the order in which it meets
 * them, and lists them at its end: a trace may know a hundred thousand.
 */
final class Names {
  private final MethodTable methods;
  private final int[] numbers;
  private int[] met = new int[64];
  private int count;

  Names(MethodTable methods) {
    this.methods = methods;
    this.numbers = new int[methods.size()];
  }

  /** The number that a method has in the answer. */
  int number(int method) {
    if (numbers[method] == 0) {
      if (count == met.length) {
        met = Arrays.copyOf(met, 2 * count);
      }
      met[count++] = method;
      numbers[method] = count;
    }
    return numbers[method] - 1;
  }

  /** Writes the methods that were met: their numbers in the trace, names and hues. */
  void write(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("methods");
    for (int i = 0; i < count; i++) {
      out.writeNumber(met[i]);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("names");
    for (int i = 0; i < count; i++) {
      out.writeString(ReadableName.of(methods.get(met[i])));
    }
    out.writeEndArray();
    int[] hues = Hues.of(methods);
    out.writeArrayFieldStart("hues");
    for (int i = 0; i < count; i++) {
      out.writeNumber(hues[met[i]]);
    }
    out.writeEndArray();
  }
}
