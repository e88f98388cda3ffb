package dev.dexscope.dex.verify.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class as a file defines it, not linked to anything yet. */
public interface ClassDefinition {
  /** A field or a method with its type or prototype. */
  record Member(String name, String descriptor, int flags) {}

  String descriptor();

  int flags();

  @Nullable String superclass();

  List<String> interfaces();

  List<Member> fields();

  /** In the order of the file, in a dex file the direct methods first. */
  List<Member> methods();
}
