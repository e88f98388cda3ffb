package dev.dexscope.dex.write;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.code.Code;
import dev.dexscope.dex.write.code.Debug;
import dev.dexscope.dex.write.code.DebugTable;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import dev.dexscope.dex.write.ids.IdTable;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data items that a file gets besides those that it keeps, each once however often it is used,
 * and which of the old ones are still used. References are those of {@link Offsets}.
 */
final class NewItems {
  /** Items without duplicates, in the order in which they came. */
  static final class Unique<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    int ref(T item) {
      return Offsets.newRef(numbers.computeIfAbsent(item, _ -> numbers.size()));
    }

    Set<T> items() {
      return numbers.keySet();
    }
  }

  /** Code, the item that it replaces, or 0, and the item of its debug_info_off. */
  record CodeAt(Code code, int origin, int debugRef) {}

  /** Debug information; whether its ids are those of the finished file. */
  record DebugItem(Debug debug, boolean isFinal) {}

  final Unique<List<Integer>> typeLists = new Unique<>();
  final Unique<Annotation> annotations = new Unique<>();
  final Unique<List<Annotation>> annotationSets = new Unique<>();
  final Unique<List<List<Annotation>>> setLists = new Unique<>();

  /** The classes that get a new annotations_directory_item. */
  final List<ClassBuilder> directories = new ArrayList<>();

  final Unique<List<EncodedValue>> arrays = new Unique<>();
  final Unique<DebugItem> debugItems = new Unique<>();

  /** The units of the longest code that refers to a moved item. */
  final Map<Debug.Kept, Integer> longest = new HashMap<>();

  final List<CodeAt> codes = new ArrayList<>();

  /** By the types of classes. */
  private final Map<Integer, Integer> directoryRefs = new HashMap<>();

  /** By method. */
  private final int[] codeRefs;

  /** Old code whose strings need more room now. */
  private final Map<Integer, Integer> widened = new HashMap<>();

  /** The code items still used; null if nothing has changed and all are kept. */
  final @Nullable BitSet liveCode;

  final @Nullable BitSet liveDebug;
  final @Nullable BitSet liveData;
  final @Nullable BitSet liveDirectories;
  final @Nullable BitSet liveArrays;

  private final ConstantPool pool;
  private final FinalIds ids;
  private final @Nullable DexFile base;
  private final MethodBody body = new MethodBody();

  NewItems(DexBuilder file, FinalIds ids) {
    this.pool = file.pool();
    this.ids = ids;
    this.base = file.base();
    this.codeRefs = new int[pool.methods().count()];
    boolean all = !file.isChanged();
    liveCode = all ? null : new BitSet();
    liveDebug = all ? null : new BitSet();
    liveData = all ? null : new BitSet();
    liveDirectories = all ? null : new BitSet();
    liveArrays = all ? null : new BitSet();
    for (DexBuilder.Entry each : file.entries()) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built != null) {
        collect(built);
      } else if (kept != null) {
        keep(kept);
      }
    }
    collectIds();
  }

  private void add(@Nullable BitSet live, int offset) {
    if (live != null) {
      live.set(checked(base, offset));
    }
  }

  /** An offset of the old file; below zero are references to new items. */
  static int checked(@Nullable DexFile file, int offset) {
    if (file != null && (offset < 0 || offset > file.segment().byteSize())) {
      throw file.raw().cursor("map_list", 0).broken("offset outside the file: " + offset);
    }
    return offset;
  }

  private void keep(ClassDef kept) {
    add(liveData, kept.dataOffset());
    add(liveDirectories, kept.annotationsOffset());
    add(liveArrays, kept.staticValuesOffset());
    boolean widen = ids.needsJumbo(pool);
    if (liveCode == null && !widen) {
      return;
    }
    for (EncodedMethod each : kept.data().methods()) {
      CodeItem code = each.code();
      if (code != null && !(widen && widen(code))) {
        keep(code);
      }
    }
  }

  private void keep(CodeItem code) {
    add(liveCode, code.offset());
    add(liveDebug, code.debugInfoOffset());
  }

  private void collect(ClassBuilder built) {
    ClassDef kept = built.kept();
    if (built.interfacesChanged() && !built.interfaces().isEmpty()) {
      typeLists.ref(built.interfaces().stream().map(pool::type).toList());
    }
    if (built.annotationsChanged()) {
      collectAnnotations(built);
    } else if (kept != null) {
      add(liveDirectories, kept.annotationsOffset());
    }
    if (!built.fieldsChanged() && kept != null) {
      add(liveArrays, kept.staticValuesOffset());
    } else {
      List<EncodedValue> values = staticValues(built);
      if (!values.isEmpty()) {
        arrays.ref(values);
      }
    }
    if (kept != null && !(built.methods().isEmpty() && built.fields().isEmpty())) {
      add(liveData, kept.dataOffset());
    }
    built.methods().forEach(this::collect);
  }

  private void collect(MethodBuilder method) {
    Code code = method.newCode();
    if (code != null) {
      codeRefs[method.id] = add(fitted(code), method.oldCodeOffset());
    } else if (method.keptCodeOffset() != 0 && base != null) {
      var item = new CodeItem(base, method.keptCodeOffset());
      if (!(ids.needsJumbo(pool) && widen(item))) {
        keep(item);
      }
    }
  }

  private int add(Code code, int origin) {
    int number = codes.size();
    codes.add(new CodeAt(code, origin, debugRef(code)));
    return Offsets.newRef(number);
  }

  private int debugRef(Code code) {
    return switch (code.debug()) {
      case Debug.None _ -> 0;
      case Debug.Kept(int offset, int shift) when shift == 0 -> {
        add(liveDebug, offset);
        yield offset;
      }
      case Debug.Kept kept -> {
        longest.merge(kept, code.insns().length, Math::max);
        yield debugItems.ref(new DebugItem(kept, false));
      }
      case Debug.Made made -> debugItems.ref(new DebugItem(made, code.isFinal()));
    };
  }

  /** New code with its strings in the form that they need: short where they can be. */
  private Code fitted(Code code) {
    if (pool.strings().count() <= ConstantPool.LIMIT) {
      return code;
    }
    code.load(body);
    if (!hasWrongString(true)) {
      return code;
    }
    return finished(code.debug());
  }

  /** Old code is only made anew where a string needs more room. */
  private boolean widen(CodeItem item) {
    if (widened.containsKey(item.offset())) {
      return true;
    }
    item.dex().readBody(item.offset(), body);
    if (!hasWrongString(false)) {
      return false;
    }
    int debugOffset = item.debugInfoOffset();
    Debug debug = debugOffset == 0 ? new Debug.None() : new Debug.Kept(debugOffset, 0);
    widened.put(item.offset(), add(finished(debug), item.offset()));
    return true;
  }

  private Code finished(Debug debug) {
    var lines = new DebugTable(base, debug, !(debug instanceof Debug.Made));
    var builder = new CodeBuilder(pool, ids, body, lines);
    builder.run(new CodeTransform() {});
    return builder.finish(true);
  }

  private boolean hasWrongString(boolean shortenToo) {
    for (var each = body.instructions(); each.next(); ) {
      int opcode = each.opcodeValue();
      if (opcode == Opcode.CONST_STRING.value() || opcode == Opcode.CONST_STRING_JUMBO.value()) {
        boolean isShort = opcode == Opcode.CONST_STRING.value();
        boolean fits = ids.string(each.index()) < ConstantPool.LIMIT;
        if (isShort ? !fits : fits && shortenToo) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the reference to a method's code, or 0 if absent. */
  int codeRef(MethodBuilder method) {
    int ref = codeRefs[method.id];
    return ref != 0 ? ref : codeRef(method.keptCodeOffset());
  }

  /** The numbers of the new codes, in the order of the items in whose places they come. */
  int[] codesByOrigin() {
    return IntStream.range(0, codes.size())
        .boxed()
        .sorted(Comparator.comparingInt(each -> codes.get(each).origin()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the current reference for an old code_off. */
  int codeRef(int oldOffset) {
    return widened.getOrDefault(oldOffset, oldOffset);
  }

  private void collectAnnotations(ClassBuilder built) {
    collectSet(built.annotations());
    built.fields().forEach(each -> collectSet(each.annotations()));
    boolean any = !built.annotations().isEmpty();
    for (FieldBuilder each : built.fields()) {
      any |= !each.annotations().isEmpty();
    }
    for (MethodBuilder each : built.methods()) {
      collectSet(each.annotations());
      each.parameterAnnotations().forEach(this::collectSet);
      if (!each.parameterAnnotations().isEmpty()) {
        setLists.ref(each.parameterAnnotations());
      }
      any |= !each.annotations().isEmpty() || !each.parameterAnnotations().isEmpty();
    }
    if (any) {
      directoryRefs.put(built.id, Offsets.newRef(directories.size()));
      directories.add(built);
    }
  }

  private void collectSet(List<Annotation> set) {
    if (!set.isEmpty()) {
      annotationSets.ref(set);
      set.forEach(annotations::ref);
    }
  }

  /** Returns the new annotations_directory_item of a class, or 0 if absent. */
  int directoryRef(ClassBuilder built) {
    return directoryRefs.getOrDefault(built.id, 0);
  }

  /** The values of static fields in their final order, without those at the end that are plain. */
  List<EncodedValue> staticValues(ClassBuilder built) {
    List<FieldBuilder> fields =
        built.fields().stream()
            .filter(FieldBuilder::isStatic)
            .sorted((a, b) -> Integer.compare(ids.field(a.id), ids.field(b.id)))
            .toList();
    List<EncodedValue> values = new ArrayList<>();
    int last = 0;
    for (FieldBuilder each : fields) {
      EncodedValue value = each.value();
      values.add(value != null ? value : zero(each.ref().type()));
      last = value != null ? values.size() : last;
    }
    return List.copyOf(values.subList(0, last));
  }

  private static EncodedValue zero(String type) {
    return switch (type) {
      case "Z" -> new EncodedValue.OfBoolean(false);
      case "B" -> new EncodedValue.OfByte((byte) 0);
      case "S" -> new EncodedValue.OfShort((short) 0);
      case "C" -> new EncodedValue.OfChar('\0');
      case "I" -> new EncodedValue.OfInt(0);
      case "J" -> new EncodedValue.OfLong(0);
      case "F" -> new EncodedValue.OfFloat(0);
      case "D" -> new EncodedValue.OfDouble(0);
      default -> new EncodedValue.OfNull();
    };
  }

  private void collectIds() {
    IdTable protos = pool.protos();
    for (int i = protos.baseCount(); i < protos.count(); i++) {
      List<Integer> parameters = parameters(i);
      if (!parameters.isEmpty()) {
        typeLists.ref(parameters);
      }
    }
    int oldSites = base == null ? 0 : base.callSiteCount();
    for (CallSite each : pool.callSites().subList(oldSites, pool.callSites().size())) {
      arrays.ref(ValueWriter.values(each));
    }
    for (int i = 0; i < oldSites && base != null; i++) {
      add(liveArrays, base.raw().callSiteOffset(i));
    }
  }

  /** The parameters of a new prototype. */
  List<Integer> parameters(int proto) {
    int[] numbers = pool.protos().numbers(proto);
    return Arrays.stream(numbers, 1, numbers.length).boxed().toList();
  }
}
