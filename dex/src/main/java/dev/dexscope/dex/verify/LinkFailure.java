package dev.dexscope.dex.verify;

/**
 * The reason why an instruction cannot be linked, with the runtime's message.
 *
 * @param descriptor the class that the instruction names
 * @param message without the place of the declaration, which the runtime adds
 */
public record LinkFailure(Kind kind, String descriptor, String message) {
  /** The error that the instruction throws. */
  public enum Kind {
    NO_CLASS,
    NO_FIELD,
    NO_METHOD,
    ACCESS,
    CHANGE
  }

  static LinkFailure noClass(String descriptor) {
    return new LinkFailure(Kind.NO_CLASS, descriptor, "Failed resolution of: " + descriptor);
  }
}
