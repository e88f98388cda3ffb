package dev.dexscope.libcore;

import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Android's names of charsets that the JDK does not know: there ICU compares them, to which {@code
 * UTF_8}, {@code Utf-08} and {@code utf8} are the same. The JDK asks here when it has found none.
 */
public final class IcuCharsets extends CharsetProvider {
  /** By what ICU compares; made when it is first needed. */
  private @Nullable Map<String, Charset> byKey;

  /** Made by the JDK. */
  public IcuCharsets() {}

  @Override
  public Iterator<Charset> charsets() {
    return Collections.emptyIterator();
  }

  @Override
  public synchronized @Nullable Charset charsetForName(String name) {
    Map<String, Charset> known = byKey;
    if (known == null) {
      known = new HashMap<>();
      for (Charset each : Charset.availableCharsets().values()) {
        known.put(key(each.name()), each);
      }
      for (Charset each : Charset.availableCharsets().values()) {
        for (String alias : each.aliases()) {
          known.putIfAbsent(key(alias), each);
        }
      }
      byKey = known;
    }
    return known.get(key(name));
  }

  /** ICU's {@code ucnv_compareNames}: letters and digits, without the zeros before a number. */
  private static String key(String name) {
    var key = new StringBuilder();
    boolean isInNumber = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isDigit = c >= '0' && c <= '9';
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean isLeadingZero =
          c == '0' && !isInNumber && i + 1 < name.length() && Character.isDigit(name.charAt(i + 1));
      if ((isDigit || isLetter) && !isLeadingZero) {
        key.append(c);
        isInNumber = isDigit;
      } else if (!isLeadingZero) {
        isInNumber = false;
      }
    }
    return key.toString().toLowerCase(Locale.ROOT);
  }
}
