package dev.dexscope.vm.android;

import static org.assertj.core.api.Assertions.assertThat;

import android.util.Base64;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The same texts, parsed by Android's own classes and by ours. */
@NeedsPeer(Peer.ANDROID_ALL)
class JsonDifferenceTest {
  private static final ClassLoader OURS = JsonDifferenceTest.class.getClassLoader();
  private static ClassLoader androids = OURS;

  @BeforeContainer
  static void load() {
    androids = AndroidAll.loader();
  }

  @Provide
  Arbitrary<String> texts() {
    List<String> parts =
        List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            ";",
            "=",
            "=>",
            "\"a\"",
            "'b'",
            "c",
            "\"\\u0041\"",
            "\"\\n\\/\"",
            "null",
            "TRUE",
            "false",
            "1",
            "-0",
            "-0.0",
            "1.5e3",
            "0x1F",
            "017",
            "09",
            "123456789012",
            "1e999",
            " ",
            "\n",
            "//x\n",
            "/*y*/",
            "#z\n",
            "/",
            "\\",
            "\"",
            "'",
            "NaN",
            "\"<\u2028ä\"",
            "\t",
            "{\"k\":",
            "[1,",
            "\"v\"}",
            "2]");
    return Arbitraries.of(parts).list().ofMaxSize(12).map(list -> String.join("", list));
  }

  private static String result(ClassLoader loader, String className, String text, int indent) {
    try {
      Class<?> type = loader.loadClass(className);
      Constructor<?> constructor = type.getConstructor(String.class);
      Object read = constructor.newInstance(text);
      if (indent < 0) {
        return read.toString();
      }
      Method toString = type.getMethod("toString", int.class);
      return (String) toString.invoke(read, indent);
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Property(tries = 3000)
  void textsAreReadAndWrittenAlike(@ForAll("texts") String text) {
    for (String type : List.of("org.json.JSONObject", "org.json.JSONArray")) {
      for (String each : List.of(text, "{" + text + "}", "[" + text + "]")) {
        assertThat(result(OURS, type, each, -1)).isEqualTo(result(androids, type, each, -1));
        assertThat(result(OURS, type, each, 2)).isEqualTo(result(androids, type, each, 2));
      }
    }
  }

  private static String call(ClassLoader loader, String method, Object data, int flags) {
    try {
      Method called =
          loader.loadClass(Base64.class.getName()).getMethod(method, data.getClass(), int.class);
      Object result = called.invoke(null, data, flags);
      return result instanceof byte[] bytes ? java.util.Arrays.toString(bytes) : result.toString();
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Property(tries = 1000)
  void bytesAreEncodedAlike(@ForAll byte[] bytes, @ForAll("flags") int flags) {
    assertThat(call(OURS, "encodeToString", bytes, flags))
        .isEqualTo(call(androids, "encodeToString", bytes, flags));
  }

  @Property(tries = 2000)
  void digitsAreDecodedAlike(@ForAll("digits") String digits, @ForAll("flags") int flags) {
    assertThat(call(OURS, "decode", digits, flags))
        .isEqualTo(call(androids, "decode", digits, flags));
  }

  @Provide
  Arbitrary<Integer> flags() {
    return Arbitraries.integers().between(0, 15);
  }

  @Provide
  Arbitrary<String> digits() {
    return Arbitraries.strings().withChars("ABz09+/-_=\n *").ofMaxLength(10);
  }
}
