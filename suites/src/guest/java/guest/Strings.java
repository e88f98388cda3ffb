package guest;

import java.nio.charset.StandardCharsets;
import java.util.*;

/** Strings: constants, concatenation of everything, building, comparing, encoding, formatting, varargs. */
public class Strings {
  static final String CONSTANT = "con" + "stant" + 1 + 'c' + true + 2L + 3.0f + 4.0 + null;

  public static void main(String[] args) {
    boolean z = true; byte b = -1; char c = '\u20ac'; short s = 300; int i = -70000; long l = 1L << 40; float f = 1.1f; double d = -1e-7; Object o = null; char[] a = {'x'};
    System.out.println(z + "" + b + c + s + i + l + f + d + o + CONSTANT);
    String text = "start";
    text += 1;
    text += 'c';
    text += 2.5;
    text += null;
    text += new StringBuilder("sb");
    System.out.println(text + " " + (text + a).startsWith("start1c2.5nullsb[C@"));
    System.out.println("\u0000\t\n\"\\\u00e9\ud83d\ude00".length() + " " + "\ud83d\ude00".codePointAt(0) + " é€😀".toUpperCase(Locale.ROOT) + "\ud83d".length());
    System.out.println(Arrays.toString("é€😀\u0000z".getBytes(StandardCharsets.UTF_8)) + Arrays.toString("é€".getBytes(StandardCharsets.UTF_16LE)));
    System.out.println(new String(new byte[] {(byte) 0xc3, (byte) 0xa9, 65}, StandardCharsets.UTF_8) + new String(new char[] {'a', 'b'}, 1, 1) + new String("copy") + new String(new int[] {0x1f600}, 0, 1) + new String());
    System.out.println((CONSTANT == "constant1ctrue23.04.0null") + " " + ("a" + args.length == "a0") + ("a" + args.length).intern().equals("a0") + (("a" + args.length).intern() == "a0"));
    StringBuilder builder = new StringBuilder();
    for (int n = 0; n < 20000; n++) builder.append(n % 7).append(',').append((char) ('a' + n % 26)).append(n % 3 == 0).append((long) n << 33);
    System.out.println(builder.length() + " " + builder.toString().hashCode());
    builder.setLength(30);
    System.out.println(builder.reverse().insert(3, 4.5).deleteCharAt(0).replace(1, 4, "###") + " " + builder.indexOf("#") + new StringBuffer("x").append(1).append(2.5f));
    System.out.println("Hello".replace('l', 'L').substring(1, 4).concat("!").trim().indexOf("L") + " " + "a,b,,c,,".split(",").length + "  x ".trim() + "abc".compareTo("abd") + "b".compareToIgnoreCase("A") + "x".equals(null) + "ABC".equalsIgnoreCase("abc"));
    System.out.println(String.join("|", Arrays.asList("1", "2")) + "aXbXc".replaceAll("[X]", "-") + "abc".contains("bc") + "abcabc".lastIndexOf('b') + "ABC".toLowerCase(Locale.ROOT) + "x".isEmpty() + "abc".matches("[a-c]+") + "a-b".regionMatches(1, "--", 0, 1));
    System.out.println(String.format(Locale.ROOT, "%5d|%-5s|%05.2f|%x|%c|%b|%,d|%e|%s", 42, "ab", 3.14159, 255, 'q', true, 1234567, 12345.678, (Object) null));
    System.out.println(varargs() + varargs("a") + varargs("a", "b") + varargs((Object[]) new String[] {"x"}) + varargs((Object) new String[] {"y"}) + varargs(1, 2L, 'c') + varargs((Object) null));
    System.out.println(String.valueOf((Object) null) + String.valueOf(new char[] {'o', 'k'}) + String.valueOf(1.0f) + Integer.toHexString(-1) + Long.toString(255, 36) + Integer.parseInt("-7f", 16) + Double.parseDouble("1e3") + Boolean.parseBoolean("TRUE"));
    System.out.println("hash".hashCode() + " " + "".hashCode() + " " + "\u00e9\u20ac".hashCode() + " " + Objects.hash(1, "a", null) + Arrays.asList(1, 2).hashCode());
    StringBuilder unicode = new StringBuilder();
    for (int p : new int[] {0x41, 0xe9, 0x20ac, 0x1f600}) unicode.appendCodePoint(p);
    System.out.println(unicode.length() + " " + unicode.codePointCount(0, unicode.length()) + Character.isLetter(0xe9) + Character.toUpperCase('\u00e9') + Character.getNumericValue('7') + Character.isDigit('x'));
    System.out.println("many " + i + b + " parts " + c + l + " in " + s + f + d + z + " one " + o + text.length() + i + l + d + f + b + s + c + z + o + " end" + i + l + d + f + b + s + c + z + o);
    CharSequence sequence = "sequence";
    System.out.println(sequence.subSequence(2, 5) + "" + sequence.charAt(0) + sequence.length() + "x".compareTo("x\u0000") + "abc".chars().sum());
    try {
      "abc".substring(5);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println("range");
    }
  }

  static String varargs(Object... all) { return all == null ? "none" : all.length + "" + (all.length > 0 && all[0] != null ? all[0].getClass().getSimpleName() : "-"); }
}
