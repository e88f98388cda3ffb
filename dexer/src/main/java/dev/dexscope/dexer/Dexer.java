package dev.dexscope.dexer;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Outcome;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Makes dex code of class files, a nest of classes at a time. It neither optimizes nor needs other
 * classes, so it takes a fraction of D8's time; what it has no translation for, it leaves to D8.
 *
 * <pre>{@code
 * var dexer = new Dexer(30);
 * if (!dexer.add(List.of(outer, inner))) {
 *   // D8 has to make these
 * }
 * List<byte[]> files = dexer.finish();
 * }</pre>
 */
public final class Dexer {
  /** As D8 writes for levels from 28 on. */
  private static final int VERSION = 39;

  private final int api;
  private final ClassFile reader = ClassFile.of();
  private final Names names;
  private final List<byte[]> finished = new ArrayList<>();
  private DexBuilder dex = DexBuilder.ofVersion(VERSION);
  private String refusal = "";

  /** The class that is translated; empty between two nests. */
  private String current = "";

  /**
   * @param api Android's level that the code is for, from 28 on
   */
  public Dexer(int api) {
    this.api = api;
    this.names = new Names(api);
  }

  /**
   * Adds the classes of a nest: a class and those that are declared in it.
   *
   * @return false if D8 has to make their code, all of it
   */
  public boolean add(List<byte[]> classFiles) {
    return add(classFiles, false);
  }

  private boolean add(List<byte[]> classFiles, boolean replacesSubroutines) {
    List<String> added = new ArrayList<>();
    current = "";
    try {
      List<ClassModel> models = new ArrayList<>();
      for (byte[] each : classFiles) {
        ClassModel model = reader.parse(each);
        models.add(replacesSubroutines ? reader.parse(Subroutines.replaced(model)) : model);
      }
      if (!add(models, added)) {
        remove(added);
        next();
        added.clear();
        if (!add(models, added)) {
          throw new UnsupportedClassException("more ids than a dex file can have");
        }
      }
      return true;
    } catch (RuntimeException e) {
      // Whatever a class file has wrong: D8 knows a way, or reports it.
      remove(added);
      boolean isSubroutine = e instanceof UnsupportedClassException u && u.isSubroutine();
      if (isSubroutine && !replacesSubroutines) {
        return add(classFiles, true);
      }
      refusal = named(current, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static String named(String type, String reason) {
    return type.isEmpty() ? reason : type.replace('/', '.') + ": " + reason;
  }

  /** Returns why classes were refused last. */
  public String refusal() {
    return refusal;
  }

  /** Returns the dex files, of which each can be loaded by itself. */
  public List<byte[]> finish() {
    if (names.isTagUsed() && !add(Names.RECORD_TAG, Dexer::recordTag)) {
      next();
      add(Names.RECORD_TAG, Dexer::recordTag);
    }
    next();
    return List.copyOf(finished);
  }

  private void next() {
    if (!dex.types().isEmpty()) {
      finished.add(dex.build());
      dex = DexBuilder.ofVersion(VERSION);
    }
  }

  private void remove(List<String> added) {
    added.forEach(dex::remove);
  }

  /** Returns false if there is no room in the file. */
  private boolean add(List<ClassModel> models, List<String> added) {
    String host = models.getFirst().thisClass().asInternalName();
    for (ClassModel each : models) {
      String name = each.thisClass().asInternalName();
      host = name.length() < host.length() ? name : host;
    }
    var nest = new Nest(host, models, names);
    for (ClassModel each : models) {
      current = each.thisClass().asInternalName();
      String type = Names.plain(current);
      Map<String, Consumer<ClassBuilder>> lambdas = new LinkedHashMap<>();
      boolean fits =
          add(type, to -> lambdas.putAll(ClassDexer.translate(each, to, nest, names, api)), added);
      for (Map.Entry<String, Consumer<ClassBuilder>> lambda : lambdas.entrySet()) {
        fits = fits && add(lambda.getKey(), lambda.getValue(), added);
      }
      if (!fits) {
        return false;
      }
    }
    for (String each : nest.ownersOfBridges()) {
      if (dex.transform(each, nest::addBridges) instanceof Outcome.Overflow) {
        return false;
      }
    }
    return !nest.hasMarker() || add(nest.marker(), Dexer::marker, added);
  }

  private boolean add(String type, Consumer<ClassBuilder> writer, List<String> added) {
    boolean fits = add(type, writer);
    if (fits) {
      added.add(type);
    }
    return fits;
  }

  private boolean add(String type, Consumer<ClassBuilder> writer) {
    return dex.define(type, writer) instanceof Outcome.Done;
  }

  private static void marker(ClassBuilder to) {
    to.accessFlags(AccessFlags.PUBLIC | AccessFlags.FINAL | AccessFlags.SYNTHETIC);
  }

  private static void recordTag(ClassBuilder to) {
    to.accessFlags(AccessFlags.PUBLIC | AccessFlags.ABSTRACT | AccessFlags.SYNTHETIC);
    to.method(AccessFlags.PROTECTED | AccessFlags.SYNTHETIC, "<init>", Proto.of("V"))
        .code(
            0,
            b -> {
              b.invoke(Opcode.INVOKE_DIRECT, Lambdas.NEW_OBJECT, 0);
              b.emit(Opcode.RETURN_VOID);
            });
  }
}
