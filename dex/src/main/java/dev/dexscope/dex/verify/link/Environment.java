package dev.dexscope.dex.verify.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that code is linked with but that are not linked themselves.
 *
 * @param boot the platform's, in search order
 * @param libraries of other files that are loaded with the code
 * @param knowledge the known part of the platform
 * @param level the API level of the runtime whose rules apply
 */
public record Environment(
    List<ClassSource> boot, List<ClassSource> libraries, Knowledge knowledge, int level) {
  /** The level of ART 11, whose rules are the verifier's. */
  public static final int ART_11 = 30;

  /** The known part of the platform. */
  public enum Knowledge {
    WHOLE,
    /** Classes are missing for certain: what returns one of them may be right. */
    PARTLY,
    /** As for a compiler without the platform: missing classes are assumed to be right. */
    GUESSED
  }

  public Environment {
    boot = List.copyOf(boot);
    libraries = List.copyOf(libraries);
  }

  /**
   * Returns false if classes of the platform are missing for certain. The result of such a class is
   * then given the benefit of the doubt, as in ART for target API level 29 or below.
   */
  boolean isWhole() {
    return knowledge == Knowledge.WHOLE;
  }

  /** Returns whether missing classes are assumed to be what the code requires. */
  boolean isGuessed() {
    return knowledge == Knowledge.GUESSED;
  }

  /**
   * Returns whether a class is not linked if a method of it that is not public implements one of an
   * interface. Later versions of ART throw the error at calls through the interface, as HotSpot
   * does: old apps have methods that a newer platform has as a default method.
   */
  boolean requiresPublicImplementations() {
    return level <= ART_11;
  }

  /** A class of the platform. */
  public @Nullable ClassDefinition findBoot(String descriptor) {
    return find(boot, descriptor);
  }

  @Nullable ClassDefinition findLibrary(String descriptor) {
    return find(libraries, descriptor);
  }

  private static @Nullable ClassDefinition find(List<ClassSource> sources, String descriptor) {
    for (ClassSource source : sources) {
      ClassDefinition definition = source.find(descriptor);
      if (definition != null) {
        return definition;
      }
    }
    return null;
  }
}
