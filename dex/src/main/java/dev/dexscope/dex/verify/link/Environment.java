package dev.dexscope.dex.verify.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that code is linked with but that are not linked themselves.
 *
 * @param boot the platform's, in the order in which they are asked
 * @param libraries of other files that are loaded with the code
 * @param knowledge how much of the platform they are
 */
public record Environment(
    List<ClassSource> boot, List<ClassSource> libraries, Knowledge knowledge) {
  /** How much of the platform is known. */
  public enum Knowledge {
    WHOLE,
    /** Classes are missing for certain: what returns one of them may be right. */
    PARTLY,
    /** As for a compiler without the platform: what is missing is taken for right. */
    GUESSED
  }

  public Environment {
    boot = List.copyOf(boot);
    libraries = List.copyOf(libraries);
  }

  /**
   * False when classes of the platform are missing for certain. What returns one of them is then
   * given the benefit of the doubt, as ART gives it to what targets API level 29 or below.
   */
  boolean isWhole() {
    return knowledge == Knowledge.WHOLE;
  }

  /** Whether classes that are missing are taken to be what the code wants of them. */
  boolean isGuessed() {
    return knowledge == Knowledge.GUESSED;
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
