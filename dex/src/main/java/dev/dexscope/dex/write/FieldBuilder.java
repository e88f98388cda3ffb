package dev.dexscope.dex.write;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A field of a class that is being built. */
public final class FieldBuilder {
  private final ClassBuilder owner;
  private @Nullable FieldRef ref;
  private final @Nullable EncodedField old;
  final int id;
  private int accessFlags;
  private @Nullable EncodedValue value;
  private List<Annotation> annotations = List.of();
  private int hiddenApiFlags;

  /** A new field. */
  FieldBuilder(ClassBuilder owner, FieldRef ref, int id, int accessFlags) {
    this.owner = owner;
    this.ref = ref;
    this.old = null;
    this.id = id;
    this.accessFlags = accessFlags;
  }

  /** A field as it was read. */
  FieldBuilder(ClassBuilder owner, EncodedField old, int id) {
    this.owner = owner;
    this.old = old;
    this.id = id;
    this.accessFlags = old.accessFlags();
  }

  FieldBuilder(ClassBuilder owner, FieldBuilder other) {
    this.owner = owner;
    this.ref = other.ref;
    this.old = other.old;
    this.id = other.id;
    this.accessFlags = other.accessFlags;
    this.value = other.value;
    this.annotations = other.annotations;
    this.hiddenApiFlags = other.hiddenApiFlags;
  }

  /** Its class, name and type. */
  public FieldRef ref() {
    FieldRef known = ref;
    if (known == null) {
      known = Objects.requireNonNull(old).ref();
      ref = known;
    }
    return known;
  }

  /** See {@link AccessFlags}. */
  public int accessFlags() {
    return accessFlags;
  }

  /** Sets the access flags. */
  public FieldBuilder accessFlags(int flags) {
    owner.fieldsChange();
    accessFlags = flags;
    return this;
  }

  /** The value of a static field when its class is initialized; null for zero or null. */
  public @Nullable EncodedValue value() {
    owner.loadValues();
    return value;
  }

  /** Sets the value of a static field. */
  public FieldBuilder value(@Nullable EncodedValue newValue) {
    owner.fieldsChange();
    value = newValue;
    return this;
  }

  /** Its annotations. */
  public List<Annotation> annotations() {
    owner.loadAnnotations();
    return annotations;
  }

  /** Sets the annotations. */
  public FieldBuilder annotations(List<Annotation> newAnnotations) {
    owner.annotationsChange();
    annotations = List.copyOf(newAnnotations);
    return this;
  }

  boolean isStatic() {
    return (accessFlags & AccessFlags.STATIC) != 0;
  }

  void load(@Nullable EncodedValue oldValue) {
    value = oldValue;
  }

  void load(List<Annotation> oldAnnotations) {
    annotations = oldAnnotations;
  }

  int hiddenApiFlags() {
    return hiddenApiFlags;
  }

  void hiddenApiFlags(int flags) {
    hiddenApiFlags = flags;
  }
}
