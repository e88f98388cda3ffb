package dev.dexscope.trace.export.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void overloadsKeepTheirSignatures() {
    var methods =
        new MethodTable(
            List.of(
                new Method(4, "p.C", "m", "(I)V", "C.java", 1),
                new Method(8, "p.C", "m", "(J)V", "C.java", 2),
                new Method(12, "p.C", "n", "()V", "C.java", 3)),
            0,
            new BitSet());

    assertThat(Names.of(methods)).containsExactly("p.C.m(I)V", "p.C.m(J)V", "p.C.n");
  }
}
