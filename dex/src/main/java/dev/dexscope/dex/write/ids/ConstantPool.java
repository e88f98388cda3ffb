package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.IdOverflowException;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that code refers to by index. Indices are provisional: those of the file that is rewritten do
 * not change and new ones follow; {@link FinalIds} sorts them in the end.
 */
public final class ConstantPool {
  /** Indices in instructions have 16 bits. */
  public static final int LIMIT = 0x10000;

  /** "at most 65535": 0xffff means none. */
  private static final int TYPE_LIMIT = 0xffff;

  private final StringTable strings;
  private final IdTable types;
  private final IdTable protos;
  private final IdTable fields;
  private final IdTable methods;
  private final @Nullable DexFile base;
  private final List<MethodHandle> methodHandles = new ArrayList<>();
  private final List<CallSite> callSites = new ArrayList<>();

  private boolean lateInstructions;

  /** Avoids repeated searches. */
  private final Map<Object, Integer> known = new HashMap<>();

  public ConstantPool(@Nullable DexFile base, StringTable strings) {
    this.base = base;
    this.strings = strings;
    int typeCount = base == null ? 0 : base.typeCount();
    int protoCount = base == null ? 0 : base.protoCount();
    int fieldCount = base == null ? 0 : base.fieldCount();
    int methodCount = base == null ? 0 : base.methodCount();
    types = new IdTable("type_ids", TYPE_LIMIT, typeCount, this::typeNumbers);
    protos = new IdTable("proto_ids", TYPE_LIMIT, protoCount, this::protoNumbers);
    fields = new IdTable("field_ids", LIMIT, fieldCount, this::fieldNumbers);
    methods = new IdTable("method_ids", LIMIT, methodCount, this::methodNumbers);
    if (base != null) {
      for (int i = 0; i < base.methodHandleCount(); i++) {
        methodHandles.add(base.methodHandle(i));
      }
      for (int i = 0; i < base.callSiteCount(); i++) {
        callSites.add(base.callSite(i));
      }
    }
  }

  private DexFile dex() {
    if (base == null) {
      throw new IllegalStateException("nothing is rewritten");
    }
    return base;
  }

  private int[] typeNumbers(int index) {
    return new int[] {existing(dex().raw().typeString(index))};
  }

  private int[] fieldNumbers(int index) {
    DexFile dex = dex();
    return new int[] {
      dex.fieldClass(index), existing(dex.raw().fieldNameIndex(index)), dex.fieldType(index)
    };
  }

  private int[] methodNumbers(int index) {
    DexFile dex = dex();
    return new int[] {
      dex.methodClass(index), existing(dex.raw().methodNameIndex(index)), dex.methodProto(index)
    };
  }

  /** The reader checks its arguments; these strings may never have been read. */
  private int existing(int string) {
    if (Integer.compareUnsigned(string, strings.baseCount()) >= 0) {
      throw dex().raw().cursor("string_ids", 0).broken("no item " + Integer.toUnsignedLong(string));
    }
    return string;
  }

  private int[] protoNumbers(int index) {
    int[] parameters = dex().parameters(index);
    int[] numbers = new int[parameters.length + 1];
    numbers[0] = dex().returnType(index);
    System.arraycopy(parameters, 0, numbers, 1, parameters.length);
    return numbers;
  }

  /** Returns whether new code may hold instructions that dex version 035 did not have. */
  public boolean usesLateInstructions() {
    return lateInstructions;
  }

  public void useLateInstructions() {
    lateInstructions = true;
  }

  public StringTable strings() {
    return strings;
  }

  public IdTable types() {
    return types;
  }

  public IdTable protos() {
    return protos;
  }

  public IdTable fields() {
    return fields;
  }

  public IdTable methods() {
    return methods;
  }

  public List<MethodHandle> methodHandles() {
    return methodHandles;
  }

  public List<CallSite> callSites() {
    return callSites;
  }

  public int string(String text) {
    return strings.index(text);
  }

  public int type(String descriptor) {
    return types.index(strings.index(descriptor));
  }

  public int proto(Proto proto) {
    Integer index = known.get(proto);
    if (index == null) {
      int[] numbers = new int[proto.parameters().size() + 1];
      numbers[0] = type(proto.returnType());
      for (int i = 1; i < numbers.length; i++) {
        numbers[i] = type(proto.parameters().get(i - 1));
      }
      string(proto.shorty());
      index = protos.index(numbers);
      known.put(proto, index);
    }
    return index;
  }

  public int field(FieldRef field) {
    Integer index = known.get(field);
    if (index == null) {
      index = fields.index(type(field.definingClass()), string(field.name()), type(field.type()));
      known.put(field, index);
    }
    return index;
  }

  public int method(MethodRef method) {
    Integer index = known.get(method);
    if (index == null) {
      index =
          methods.index(type(method.definingClass()), string(method.name()), proto(method.proto()));
      known.put(method, index);
    }
    return index;
  }

  public int methodHandle(MethodHandle handle) {
    FieldRef field = handle.field();
    MethodRef method = handle.method();
    if (field != null) {
      field(field);
    }
    if (method != null) {
      method(method);
    }
    return listed(methodHandles, handle, "method_handles");
  }

  public int callSite(CallSite site) {
    // What it names gets its ids when the values are written; those of the call are needed now.
    ValueWriter.intern(this, site);
    return listed(callSites, site, "call_site_ids");
  }

  private <T> int listed(List<T> list, T item, String section) {
    Integer index = known.get(item);
    if (index == null) {
      index = list.indexOf(item);
      if (index < 0) {
        if (list.size() == LIMIT) {
          throw new IdOverflowException(section, LIMIT);
        }
        index = list.size();
        list.add(item);
      }
      known.put(item, index);
    }
    return index;
  }

  public String typeName(int index) {
    return strings.string(types.numbers(index)[0]);
  }

  /** Returns the current sizes of the tables. */
  public int[] mark() {
    return new int[] {
      strings.count(),
      types.count(),
      protos.count(),
      fields.count(),
      methods.count(),
      methodHandles.size(),
      callSites.size()
    };
  }

  /** Removes everything added since the mark. */
  public void reset(int[] mark) {
    strings.truncate(mark[0]);
    types.truncate(mark[1]);
    protos.truncate(mark[2]);
    fields.truncate(mark[3]);
    methods.truncate(mark[4]);
    methodHandles.subList(mark[5], methodHandles.size()).clear();
    callSites.subList(mark[6], callSites.size()).clear();
    known.clear();
  }

  /** Returns a translator of the ids of another file to this one. */
  public IndexTranslator translatorFrom(DexFile other) {
    lateInstructions |= other.version() > DexFile.OLDEST_VERSION;
    return new From(other);
  }

  private final class From implements IndexTranslator {
    private final DexFile other;
    private final int[] strings;
    private final int[] types;
    private final int[] protos;
    private final int[] fields;
    private final int[] methods;

    From(DexFile other) {
      this.other = other;
      this.strings = unknown(other.stringCount());
      this.types = unknown(other.typeCount());
      this.protos = unknown(other.protoCount());
      this.fields = unknown(other.fieldCount());
      this.methods = unknown(other.methodCount());
    }

    private static int[] unknown(int count) {
      int[] indices = new int[count];
      Arrays.fill(indices, DexFile.NO_INDEX);
      return indices;
    }

    @Override
    public int string(int index) {
      // Asked first, because it checks the index.
      String text = other.string(index);
      if (strings[index] < 0) {
        strings[index] = ConstantPool.this.string(text);
      }
      return strings[index];
    }

    @Override
    public int type(int index) {
      String name = other.type(index);
      if (types[index] < 0) {
        types[index] = ConstantPool.this.type(name);
      }
      return types[index];
    }

    @Override
    public int proto(int index) {
      if (index >= protos.length || protos[index] < 0) {
        int known = ConstantPool.this.proto(other.proto(index));
        protos[index] = known;
      }
      return protos[index];
    }

    @Override
    public int field(int index) {
      if (index >= fields.length || fields[index] < 0) {
        int known = ConstantPool.this.field(other.field(index));
        fields[index] = known;
      }
      return fields[index];
    }

    @Override
    public int method(int index) {
      if (index >= methods.length || methods[index] < 0) {
        int known = ConstantPool.this.method(other.method(index));
        methods[index] = known;
      }
      return methods[index];
    }

    @Override
    public int callSite(int index) {
      return ConstantPool.this.callSite(other.callSite(index));
    }

    @Override
    public int methodHandle(int index) {
      return ConstantPool.this.methodHandle(other.methodHandle(index));
    }
  }
}
