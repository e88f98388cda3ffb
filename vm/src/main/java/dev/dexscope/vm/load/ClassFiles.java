package dev.dexscope.vm.load;

import dev.dexscope.dex.DexFormatException;
import dev.dexscope.vm.runtime.NativeStubs;
import dev.dexscope.vm.runtime.OwnWork;
import dev.dexscope.vm.runtime.StackReserve;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;

/**
 * The class files that the classes of one class loader are defined by: out of the cache, or
 * translated now, with the hooks that classes get at their definition.
 */
final class ClassFiles implements TranslationAhead.Translation {
  /** In the cache, beside class files: no class has it for a name. */
  private static final String MAIN_CLASS = "";

  /** In the cache: no file has the class. To find that anew, all files would be read. */
  private static final byte[] ABSENT = {};

  /** Programs make up names without end. */
  private static final int MOST_ABSENT = 1_000;

  private final DexFiles files;
  private final RunningClasses classes;
  private final DefinitionHooks hooks;
  private final Translations translations;
  private final @Nullable TranslationCache cache;
  private final @Nullable EarlierPaths earlier;

  /** How many were looked for in vain, about. */
  private int absent;

  /** Null without a cache: most classes translated ahead of time serve the next run. */
  private @Nullable TranslationAhead ahead;

  ClassFiles(
      DexFiles files,
      RunningClasses classes,
      DefinitionHooks hooks,
      Translations translations,
      @Nullable TranslationCache cache,
      @Nullable EarlierPaths earlier) {
    this.files = files;
    this.classes = classes;
    this.hooks = hooks;
    this.translations = translations;
    this.cache = cache;
    this.earlier = cache == null || earlier == null ? null : cache.files(earlier);
  }

  /**
   * Fails as {@link DexFiles#check} does. Does not read files whose classes are in the cache.
   *
   * @throws DexFormatException for the first damaged file
   */
  void check() {
    if (cache == null || !cache.isFilled()) {
      files.check();
    }
  }

  /** Returns the class that runs if none is specified: the result for the first file is cached. */
  String mainClass(MainClassSearch search) throws IOException {
    byte[] known = cache == null ? null : cache.find(MAIN_CLASS);
    if (known != null) {
      return new String(known, StandardCharsets.UTF_8);
    }
    String found = search.of(files.paths().getFirst());
    if (cache != null) {
      cache.add(MAIN_CLASS, found.getBytes(StandardCharsets.UTF_8));
    }
    return found;
  }

  /** Translates a class, and the nearest of those to which it leads, for the next run. */
  void translateFrom(String name, int most) {
    if (cache != null && !cache.isFilled()) {
      new TranslationAhead(translations.ahead(), this).translateFrom(name, most);
    }
  }

  /** The class file of a class that is to be defined; null when it is not here. */
  byte @Nullable [] find(String name) {
    try (var _ = OwnWork.begun()) {
      StackReserve.ensure();
      byte[] plain = plain(name);
      return plain == null ? null : atDefinition(name, plain);
    }
  }

  /**
   * The class file of a class without hooks; null when it is not here, or cannot be translated. The
   * class need not be loaded, and is not loaded by it.
   */
  byte @Nullable [] ofDefinition(String name) {
    try (var _ = OwnWork.begun()) {
      StackReserve.ensure();
      return plain(name);
    } catch (LinkageError e) {
      return null;
    }
  }

  private byte @Nullable [] plain(String name) {
    if (cache == null) {
      return of(name);
    }
    byte[] found = cache.find(name);
    if (found != null && found.length == 0) {
      return null;
    }
    if (found == null || cache.isNew(name)) {
      TranslationAhead ahead = ahead();
      if (found == null) {
        found = ahead == null ? of(name) : ahead.translate(name);
      }
      if (ahead != null && found != null) {
        ahead.follow(found);
      }
    }
    return found;
  }

  /** Null where nothing translates ahead. */
  private synchronized @Nullable TranslationAhead ahead() {
    if (ahead == null && TranslationAhead.isWorthwhile()) {
      ahead = new TranslationAhead(translations.ahead(), this);
    }
    return ahead;
  }

  @Override
  public byte @Nullable [] of(String name) {
    try (var _ = ProgramEvents.translating()) {
      byte[] translated = earlier == null ? null : earlier.find(name, classes);
      if (translated == null) {
        translated = classes.translateDefined(name);
      }
      if (cache != null && (translated != null || absent++ < MOST_ABSENT)) {
        cache.add(name, translated == null ? ABSENT : translated);
      }
      return translated;
    } catch (DexFormatException e) {
      throw new ClassFormatError(e.getMessage());
    }
  }

  @Override
  public boolean isSettled(String name) {
    return files.find(RunningClasses.descriptor(name)) == null
        || (cache != null && cache.has(name));
  }

  /** The class file that a class is defined by, with its hooks and bodies of native methods. */
  byte[] atDefinition(String name, byte[] translated) {
    byte[] withBodies = NativeStubs.isOn() ? NativeBodies.apply(translated) : null;
    byte[] plain = withBodies == null ? translated : withBodies;
    return hooks.define(name, plain);
  }
}
