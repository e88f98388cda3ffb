package dev.dexscope.dex.write;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.IdOverflowException;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.IndexTranslator;
import dev.dexscope.dex.write.ids.SameIds;
import dev.dexscope.dex.write.ids.StringTable;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A dex file that is being made: from nothing, or from one that is there, of which all that is not
 * touched is kept as it is.
 *
 * <pre>{@code
 * DexBuilder dex = DexBuilder.of(file);
 * dex.transform(ClassTransform.ofMethods(MethodTransform.ofCode(Hook::new)));
 * byte[] hooked = dex.build();
 * }</pre>
 */
public final class DexBuilder {
  private final @Nullable DexFile base;
  private final ConstantPool pool;
  private int version;

  /** By type; a builder where something has changed. */
  private final Map<String, Entry> classes = new LinkedHashMap<>();

  private final Map<DexFile, IndexTranslator> translators = new HashMap<>();

  /** A buffer for old code, null while it is in use. */
  private @Nullable MethodBody scratch = new MethodBody();

  /** The entries put into {@link #classes} since the outermost change began, for its reversal. */
  private final List<Put> puts = new ArrayList<>();

  private int depth;

  private boolean changed;

  /** Real methods hardly share code; hostile ones would make each other's copies without end. */
  private long unitsLeft;

  /** A class that was put, and the one that it replaced. */
  private record Put(String type, @Nullable Entry before) {}

  /** A class: as it was read, or as it is built. */
  record Entry(String type, @Nullable ClassDef kept, @Nullable ClassBuilder built) {}

  DexBuilder(@Nullable DexFile base, StringTable strings, int version) {
    this.base = base;
    this.pool = new ConstantPool(base, strings);
    this.version = version;
    this.unitsLeft = (16L << 20) + (base == null ? 0 : base.segment().byteSize() * 16);
    if (base != null) {
      for (ClassDef each : base.classes()) {
        classes.putIfAbsent(each.type(), new Entry(each.type(), each, null));
      }
    }
  }

  /** An empty file of a version, 35 to 41. */
  public static DexBuilder ofVersion(int version) {
    var builder = new DexBuilder(null, new StringTable(null), DexFile.OLDEST_VERSION);
    return builder.version(version);
  }

  /** Returns a builder with an unchanged file; a file of a container becomes a single one. */
  public static DexBuilder of(DexFile file) {
    return new DexBuilder(file, new StringTable(file), file.version());
  }

  /**
   * Sets the requested version, 35 to 41; {@link #build} refuses features that the version does not
   * support.
   */
  public DexBuilder version(int number) {
    if (number < DexFile.OLDEST_VERSION || number > DexFile.NEWEST_VERSION || number == 36) {
      throw new IllegalArgumentException("no dex version " + number);
    }
    changed |= number != version;
    version = number;
    return this;
  }

  int version() {
    return version;
  }

  @Nullable DexFile base() {
    return base;
  }

  ConstantPool pool() {
    return pool;
  }

  /** A buffer for one method's old code; transforms may change other methods meanwhile. */
  MethodBody takeScratch() {
    MethodBody body = scratch;
    scratch = null;
    return body != null ? body : new MethodBody();
  }

  void giveBack(MethodBody body) {
    scratch = body;
  }

  /** Unpacks old code. */
  void read(EncodedMethod method, MethodBody body) {
    method.dex().readBody(method.codeOffset(), body);
    if (method.dex() == base) {
      unitsLeft -= body.size;
      if (unitsLeft < 0) {
        throw body.broken(0, "methods share code beyond measure");
      }
    }
  }

  List<Entry> entries() {
    return new ArrayList<>(classes.values());
  }

  boolean isChanged() {
    return changed;
  }

  /** The types of the classes. */
  public List<String> types() {
    return List.copyOf(classes.keySet());
  }

  /** Returns whether there is a class of that type. */
  public boolean defines(String type) {
    return classes.containsKey(type);
  }

  /**
   * Adds a class.
   *
   * @throws IllegalArgumentException when there is one of that type
   */
  public Outcome define(String type, Consumer<ClassBuilder> writer) {
    requireNew(type);
    return fitting(() -> {
      var builder = new ClassBuilder(this, type);
      writer.accept(builder);
      return builder;
    });
  }

  /**
   * Adds a class of another file, with all that it refers to.
   *
   * @throws IllegalArgumentException when there is one of that type
   */
  public Outcome add(ClassDef other) {
    requireNew(other.type());
    if (other.dex() == base) {
      put(new Entry(other.type(), other, null));
      return new Outcome.Done();
    }
    return fitting(() -> new ClassBuilder(this, other, translatorFrom(other.dex())));
  }

  private IndexTranslator translatorFrom(DexFile file) {
    return file == base
        ? SameIds.INSTANCE
        : translators.computeIfAbsent(file, pool::translatorFrom);
  }

  private void requireNew(String type) {
    if (classes.containsKey(type)) {
      throw new IllegalArgumentException("there is a class " + type);
    }
  }

  /** Changes every class; stops at the first that does not fit. */
  public Outcome transform(ClassTransform transform) {
    for (String type : types()) {
      if (transform(type, transform) instanceof Outcome.Overflow overflow) {
        return overflow;
      }
    }
    return new Outcome.Done();
  }

  /**
   * Changes a class.
   *
   * @throws IllegalArgumentException if there is no class of that type
   */
  public Outcome transform(String type, ClassTransform transform) {
    Entry entry = classes.get(type);
    if (entry == null) {
      throw new IllegalArgumentException("no such class: " + type);
    }
    ClassBuilder built = entry.built();
    ClassDef kept = entry.kept();
    return fitting(() -> {
      ClassBuilder builder;
      if (built != null) {
        builder = built.copy();
      } else if (kept != null) {
        builder = new ClassBuilder(this, kept, SameIds.INSTANCE);
      } else {
        throw new IllegalStateException();
      }
      transform.apply(builder);
      return builder;
    });
  }

  /** Makes a class; when it needs more ids than there is room for, all is as before. */
  private Outcome fitting(Supplier<ClassBuilder> making) {
    int[] mark = pool.mark();
    int putsBefore = puts.size();
    depth++;
    try {
      ClassBuilder builder = making.get();
      if (builder.isChanged()) {
        builder.intern();
        put(new Entry(builder.type(), builder.kept(), builder));
      }
      return new Outcome.Done();
    } catch (IdOverflowException e) {
      // Classes that were put meanwhile, by the code that makes this one, name ids that go too.
      while (puts.size() > putsBefore) {
        Put last = puts.removeLast();
        if (last.before() == null) {
          classes.remove(last.type());
        } else {
          classes.put(last.type(), last.before());
        }
      }
      pool.reset(mark);
      translators.clear();
      return new Outcome.Overflow(e.section(), e.limit());
    } finally {
      if (--depth == 0) {
        puts.clear();
      }
    }
  }

  private void put(Entry entry) {
    puts.add(new Put(entry.type(), classes.put(entry.type(), entry)));
    changed = true;
  }

  /**
   * Removes a class. The ids that it used are kept.
   *
   * @throws IllegalArgumentException if there is no class of that type
   */
  public void remove(String type) {
    if (classes.remove(type) == null) {
      throw new IllegalArgumentException("no such class: " + type);
    }
    changed = true;
  }

  /**
   * The file.
   *
   * @throws IllegalStateException if the requested version does not support a feature in use
   */
  public byte[] build() {
    return changed || base == null || base.raw().headerOffset() != 0 || !isAlone(base)
        ? write()
        : base.segment().toArray(ValueLayout.JAVA_BYTE);
  }

  private static boolean isAlone(DexFile file) {
    return file.raw().size() == file.segment().byteSize();
  }

  /** The file, made anew even when nothing has changed. */
  byte[] write() {
    return new ContainerWriter(List.of(this)).write();
  }
}
