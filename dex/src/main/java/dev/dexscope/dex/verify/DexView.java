package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a dex file that the verifier looks at; to be the reading API's, when it is there.
 */
final class DexView {
  record Method(int index, int flags, int codeOffset) {
    boolean hasCode() {
      return codeOffset != 0;
    }
  }

  record Field(int index, int flags) {}

  record ClassData(
      List<Field> staticFields,
      List<Field> instanceFields,
      List<Method> direct,
      List<Method> virtual) {}

  final String name;
  private final ByteBuffer b;
  private final int[] size = new int[7];
  private final int[] off = new int[7];
  private int callSitesOff;
  private int callSites;
  private int handlesOff;
  private int handles;
  private final @Nullable String[] strings;
  final int version;

  DexView(String name, byte[] bytes) {
    this.name = name;
    this.b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.version =
        Integer.parseInt(new String(bytes, 4, 3, java.nio.charset.StandardCharsets.ISO_8859_1));
    for (int i = 0; i < 6; i++) {
      size[i] = b.getInt(0x38 + i * 8);
      off[i] = b.getInt(0x3c + i * 8);
    }
    int map = b.getInt(0x34);
    for (int i = 0, n = b.getInt(map); i < n; i++) {
      int at = map + 4 + i * 12;
      if (b.getShort(at) == 7) {
        callSites = b.getInt(at + 4);
        callSitesOff = b.getInt(at + 8);
      } else if (b.getShort(at) == 8) {
        handles = b.getInt(at + 4);
        handlesOff = b.getInt(at + 8);
      }
    }
    strings = new String[size[0]];
  }

  long bytes() {
    return b.capacity();
  }

  int strings() {
    return size[0];
  }

  int types() {
    return size[1];
  }

  int protos() {
    return size[2];
  }

  int fields() {
    return size[3];
  }

  int methods() {
    return size[4];
  }

  int classes() {
    return size[5];
  }

  int callSites() {
    return callSites;
  }

  int methodHandles() {
    return handles;
  }

  boolean supportsDefaultMethods() {
    return version >= 37;
  }

  private int p;

  private int uleb() {
    int result = 0;
    int shift = 0;
    while (true) {
      int c = b.get(p++);
      result |= (c & 0x7f) << shift;
      if (c >= 0) {
        return result;
      }
      shift += 7;
    }
  }

  private int sleb() {
    int result = 0;
    int shift = 0;
    while (true) {
      int c = b.get(p++);
      result |= (c & 0x7f) << shift;
      shift += 7;
      if (c >= 0) {
        return shift < 32 && (c & 0x40) != 0 ? result | -1 << shift : result;
      }
    }
  }

  synchronized String string(int index) {
    String s = strings[index];
    if (s == null) {
      p = b.getInt(off[0] + index * 4);
      int n = uleb();
      char[] cs = new char[n];
      for (int i = 0; i < n; i++) {
        int c = b.get(p++) & 0xff;
        if (c < 0x80) {
          cs[i] = (char) c;
        } else if (c < 0xe0) {
          cs[i] = (char) (((c & 0x1f) << 6) | (b.get(p++) & 0x3f));
        } else {
          cs[i] = (char) (((c & 0xf) << 12) | ((b.get(p++) & 0x3f) << 6) | (b.get(p++) & 0x3f));
        }
      }
      s = new String(cs);
      strings[index] = s;
    }
    return s;
  }

  String type(int index) {
    return string(b.getInt(off[1] + index * 4));
  }

  int returnType(int proto) {
    return b.getInt(off[2] + proto * 12 + 4);
  }

  int[] parameters(int proto) {
    int at = b.getInt(off[2] + proto * 12 + 8);
    return typeList(at);
  }

  private int[] typeList(int at) {
    if (at == 0) {
      return new int[0];
    }
    int[] list = new int[b.getInt(at)];
    for (int i = 0; i < list.length; i++) {
      list[i] = b.getShort(at + 4 + i * 2) & 0xffff;
    }
    return list;
  }

  String proto(int proto) {
    var text = new StringBuilder("(");
    for (int each : parameters(proto)) {
      text.append(type(each));
    }
    return text.append(')').append(type(returnType(proto))).toString();
  }

  int fieldClass(int i) {
    return b.getShort(off[3] + i * 8) & 0xffff;
  }

  int fieldType(int i) {
    return b.getShort(off[3] + i * 8 + 2) & 0xffff;
  }

  String fieldName(int i) {
    return string(b.getInt(off[3] + i * 8 + 4));
  }

  int methodClass(int i) {
    return b.getShort(off[4] + i * 8) & 0xffff;
  }

  int methodProto(int i) {
    return b.getShort(off[4] + i * 8 + 2) & 0xffff;
  }

  String methodName(int i) {
    return string(b.getInt(off[4] + i * 8 + 4));
  }

  String methodKey(int i) {
    return methodName(i) + proto(methodProto(i));
  }

  String prettyMethod(int i) {
    return Pretty.method(type(methodClass(i)), methodName(i), proto(methodProto(i)));
  }

  String prettyField(int i) {
    return Pretty.field(type(fieldClass(i)), fieldName(i), type(fieldType(i)));
  }

  String classDescriptor(int c) {
    return type(b.getInt(off[5] + c * 32));
  }

  int classFlags(int c) {
    return b.getInt(off[5] + c * 32 + 4);
  }

  @Nullable String superclass(int c) {
    int s = b.getInt(off[5] + c * 32 + 8);
    return s == -1 ? null : type(s);
  }

  List<String> interfaces(int c) {
    return Arrays.stream(typeList(b.getInt(off[5] + c * 32 + 12))).mapToObj(this::type).toList();
  }

  synchronized ClassData classData(int c) {
    int at = b.getInt(off[5] + c * 32 + 24);
    if (at == 0) {
      return new ClassData(List.of(), List.of(), List.of(), List.of());
    }
    p = at;
    int sf = uleb();
    int inf = uleb();
    int dm = uleb();
    int vm = uleb();
    return new ClassData(fieldList(sf), fieldList(inf), methodList(dm), methodList(vm));
  }

  private List<Field> fieldList(int n) {
    List<Field> list = new ArrayList<>();
    for (int i = 0, index = 0; i < n; i++) {
      index += uleb();
      list.add(new Field(index, uleb()));
    }
    return list;
  }

  private List<Method> methodList(int n) {
    List<Method> list = new ArrayList<>();
    for (int i = 0, index = 0; i < n; i++) {
      index += uleb();
      list.add(new Method(index, uleb(), uleb()));
    }
    return list;
  }

  synchronized void readBody(Method method, MethodBody body) {
    int at = method.codeOffset();
    body.registers = b.getShort(at) & 0xffff;
    body.ins = b.getShort(at + 2) & 0xffff;
    body.outs = b.getShort(at + 4) & 0xffff;
    body.tries = b.getShort(at + 6) & 0xffff;
    body.size = b.getInt(at + 12);
    if (body.insns.length < body.size) {
      body.insns = new char[body.size * 2];
    }
    b.slice(at + 16, body.size * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asCharBuffer()
        .get(body.insns, 0, body.size);
    body.handlers = 0;
    if (body.tries == 0) {
      return;
    }
    int tries = at + 16 + body.size * 2 + (body.size % 2) * 2;
    int base = tries + body.tries * 8;
    p = base;
    int lists = uleb();
    Map<Integer, int[]> byOffset = new HashMap<>();
    List<int[]> all = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      int offset = p - base;
      int start = all.size();
      int n = sleb();
      for (int j = 0; j < Math.abs(n); j++) {
        all.add(new int[] {uleb(), uleb()});
      }
      if (n <= 0) {
        all.add(new int[] {MethodBody.CATCH_ALL, uleb()});
      }
      byOffset.put(offset, new int[] {start, all.size()});
    }
    body.handlers = all.size();
    body.handlerType = all.stream().mapToInt(x -> x[0]).toArray();
    body.handlerPc = all.stream().mapToInt(x -> x[1]).toArray();
    body.tryStart = new int[body.tries];
    body.tryEnd = new int[body.tries];
    body.tryHandlers = new int[body.tries];
    body.tryHandlersEnd = new int[body.tries];
    for (int i = 0; i < body.tries; i++) {
      body.tryStart[i] = b.getInt(tries + i * 8);
      body.tryEnd[i] = body.tryStart[i] + (b.getShort(tries + i * 8 + 4) & 0xffff);
      int[] list = byOffset.get(b.getShort(tries + i * 8 + 6) & 0xffff);
      if (list == null) {
        throw new DexFormatException(name, "code_item", at, "bad handler offset");
      }
      body.tryHandlers[i] = list[0];
      body.tryHandlersEnd[i] = list[1];
    }
  }

  /** What is wrong with a call site, or null. */
  @Nullable String checkCallSite(int index) {
    int[] values = callSite(index);
    if (values.length < 6) {
      return "has too few arguments";
    }
    if (values[0] != 0x16 || values[2] != 0x17 || values[4] != 0x15) {
      return "has an argument of a wrong type";
    }
    if (b.getShort(handlesOff + values[1] * 8) != 4) {
      return "is not linked by an invoke-static method handle";
    }
    return null;
  }

  int callSiteProto(int index) {
    return callSite(index)[5];
  }

  /** The first three values: type and index. */
  private synchronized int[] callSite(int index) {
    p = b.getInt(callSitesOff + index * 4);
    int n = Math.min(3, uleb());
    int[] values = new int[n * 2];
    for (int i = 0; i < n; i++) {
      int head = b.get(p++) & 0xff;
      int v = 0;
      for (int j = 0; j <= head >> 5; j++) {
        v |= (b.get(p++) & 0xff) << (8 * j);
      }
      values[i * 2] = head & 0x1f;
      values[i * 2 + 1] = v;
    }
    return values;
  }
}
