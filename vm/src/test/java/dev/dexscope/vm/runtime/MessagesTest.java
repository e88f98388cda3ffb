package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Exceptions of the class library, with the messages of Android 11, which were recorded from it.
 */
class MessagesTest {
  @BeforeEach
  void start() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  private static String message(ThrowingCallable code) {
    return String.valueOf(Messages.adapt(catchThrowable(code)).getMessage());
  }

  @Test
  void indexesIntoTexts() {
    String text = "hello";
    assertThat(message(() -> text.charAt(-1))).isEqualTo("length=5; index=-1");
    assertThat(message(() -> text.charAt(7))).isEqualTo("length=5; index=7");
    assertThat(message(() -> text.substring(2, 9))).isEqualTo("length=5; index=9");
    assertThat(message(() -> text.substring(-1, 2))).isEqualTo("length=5; index=-1");
    assertThat(message(() -> text.substring(3, 2))).isEqualTo("String index out of range: -1");
    assertThat(message(() -> text.substring(7))).isEqualTo("length=5; index=7");
    assertThat(message(() -> text.subSequence(2, 9))).isEqualTo("length=5; index=9");
  }

  @Test
  void indexesIntoLists() {
    List<String> list = new ArrayList<>();
    assertThat(message(() -> list.get(3))).isEqualTo("Index: 3, Size: 0");
    assertThat(message(() -> list.set(3, ""))).isEqualTo("Index: 3, Size: 0");
    assertThat(message(() -> list.remove(3))).isEqualTo("Index: 3, Size: 0");
  }

  @Test
  void whoeverElseChecksAnIndexKeepsTheWords() {
    assertThat(message(() -> Objects.checkIndex(4, 3)))
        .isEqualTo("Index 4 out of bounds for length 3");
    IndexOutOfBoundsException own =
        new IndexOutOfBoundsException("Index 1 out of bounds for length 0");
    assertThat(Messages.adapt(own)).isSameAs(own);
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void aConstantOfWhatIsNoEnum() {
    Class notEnum = String.class;
    assertThat(message(() -> Enum.valueOf(notEnum, "X")))
        .isEqualTo("class java.lang.String is not an enum type.");
  }
}
