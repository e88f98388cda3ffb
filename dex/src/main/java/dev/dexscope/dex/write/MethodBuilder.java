package dev.dexscope.dex.write;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.write.code.Code;
import dev.dexscope.dex.write.code.Debug;
import dev.dexscope.dex.write.code.DebugTable;
import dev.dexscope.dex.write.ids.IndexTranslator;
import dev.dexscope.dex.write.ids.SameIds;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A method of a class that is being built.
 *
 * <pre>{@code
 * c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "answer", Proto.of("I"))
 *     .code(1, b -> {
 *       b.constant(0, 42);
 *       b.emit(Opcode.RETURN, 0);
 *     });
 * }</pre>
 */
public final class MethodBuilder {
  private final ClassBuilder owner;
  private @Nullable MethodRef ref;
  final int id;

  /** As it was read; null for a new one. */
  private final @Nullable EncodedMethod old;

  private int accessFlags;
  private @Nullable Code code;
  private boolean codeRemoved;
  private List<Annotation> annotations = List.of();
  private List<List<Annotation>> parameterAnnotations = List.of();
  private int hiddenApiFlags;

  /** A new method. */
  MethodBuilder(ClassBuilder owner, MethodRef ref, int id, int accessFlags) {
    this.owner = owner;
    this.ref = ref;
    this.id = id;
    this.accessFlags = accessFlags;
    this.old = null;
  }

  /** A method as it was read. */
  MethodBuilder(ClassBuilder owner, EncodedMethod old, int id) {
    this.owner = owner;
    this.id = id;
    this.accessFlags = old.accessFlags();
    this.old = old;
  }

  MethodBuilder(ClassBuilder owner, MethodBuilder other) {
    this.owner = owner;
    this.ref = other.ref;
    this.id = other.id;
    this.old = other.old;
    this.accessFlags = other.accessFlags;
    this.code = other.code;
    this.codeRemoved = other.codeRemoved;
    this.annotations = other.annotations;
    this.parameterAnnotations = other.parameterAnnotations;
    this.hiddenApiFlags = other.hiddenApiFlags;
  }

  /** Its class, name and prototype. */
  public MethodRef ref() {
    MethodRef known = ref;
    if (known == null) {
      // The reference of most methods is never used.
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
  public MethodBuilder accessFlags(int flags) {
    owner.membersChange();
    accessFlags = flags;
    return this;
  }

  /** Returns whether it has code. */
  public boolean hasCode() {
    return code != null || (!codeRemoved && old != null && old.hasCode());
  }

  /** Returns whether it is a direct method, of those that cannot be overridden. */
  public boolean isDirect() {
    return (accessFlags & (AccessFlags.STATIC | AccessFlags.PRIVATE | AccessFlags.CONSTRUCTOR))
        != 0;
  }

  /**
   * Gives it code, with so many registers before those of the arguments.
   *
   * @param locals the number of registers that are not arguments
   * @param writer writes the code
   */
  public MethodBuilder code(int locals, Consumer<CodeBuilder> writer) {
    var body = new MethodBody();
    body.ins = ref().proto().registers() + ((accessFlags & AccessFlags.STATIC) != 0 ? 0 : 1);
    body.registers = locals + body.ins;
    var builder =
        new CodeBuilder(
            owner.pool(), SameIds.INSTANCE, body, new DebugTable(null, new Debug.None(), true));
    builder.run(
        new CodeTransform() {
          @Override
          public void atEnd(CodeBuilder b) {
            writer.accept(b);
          }
        });
    code = builder.finish(false);
    owner.membersChange();
    return this;
  }

  /** Takes its code away. */
  public MethodBuilder removeCode() {
    code = null;
    codeRemoved = true;
    owner.membersChange();
    return this;
  }

  /**
   * Changes its code; each transform receives the result of the previous one.
   *
   * @throws RegisterRangeException if the frame cannot grow; the method is unchanged
   * @throws IllegalStateException if it has no code
   */
  public MethodBuilder transformCode(CodeTransform... transforms) {
    Code before = code;
    boolean changed = false;
    MethodBody body = owner.owner().takeScratch();
    try {
      for (CodeTransform each : transforms) {
        Code made = builder(body, SameIds.INSTANCE, each).finish(false);
        if (code != null || !made.isSame(body)) {
          code = made;
          changed = true;
        }
      }
      if (changed) {
        owner.membersChange();
      }
    } catch (RuntimeException e) {
      code = before;
      throw e;
    } finally {
      owner.owner().giveBack(body);
    }
    return this;
  }

  private CodeBuilder builder(
      MethodBody body, IndexTranslator translator, CodeTransform transform) {
    DebugTable debug;
    if (code != null) {
      code.load(body);
      debug = new DebugTable(owner.base(), code.debug(), true);
    } else if (hasCode() && old != null) {
      owner.owner().read(old, body);
      debug = new DebugTable(old.dex(), debugOf(old), old.dex() == owner.base());
    } else {
      throw new IllegalStateException(ref() + " has no code");
    }
    var builder = new CodeBuilder(owner.pool(), translator, body, debug);
    builder.run(transform);
    return builder;
  }

  private static Debug debugOf(EncodedMethod method) {
    var item = method.code();
    int offset = item == null ? 0 : item.debugInfoOffset();
    return offset == 0 ? new Debug.None() : new Debug.Kept(offset, 0);
  }

  /** Takes the code over from another file. */
  void importCode(IndexTranslator translator) {
    MethodBody body = owner.owner().takeScratch();
    code = builder(body, translator, new CodeTransform() {}).finish(false);
    owner.owner().giveBack(body);
  }

  /** Its annotations. */
  public List<Annotation> annotations() {
    owner.loadAnnotations();
    return annotations;
  }

  /** Sets the annotations. */
  public MethodBuilder annotations(List<Annotation> newAnnotations) {
    owner.annotationsChange();
    annotations = List.copyOf(newAnnotations);
    return this;
  }

  /** Its parameters' annotations. */
  public List<List<Annotation>> parameterAnnotations() {
    owner.loadAnnotations();
    return parameterAnnotations;
  }

  /** Sets the parameters' annotations, a list for each. */
  public MethodBuilder parameterAnnotations(List<List<Annotation>> newAnnotations) {
    owner.annotationsChange();
    parameterAnnotations = List.copyOf(newAnnotations);
    return this;
  }

  void load(List<Annotation> ofMethod, List<List<Annotation>> ofParameters) {
    annotations = ofMethod;
    parameterAnnotations = ofParameters;
  }

  /** Returns the new code; null if the code is kept or absent. */
  @Nullable Code newCode() {
    return code;
  }

  /**
   * Returns the offset of the code in the file that is rewritten, whether it is still used or not.
   */
  int oldCodeOffset() {
    return old == null || old.dex() != owner.base() ? 0 : old.codeOffset();
  }

  /** Returns the offset of its code in the file that is rewritten; 0 if it is new or absent. */
  int keptCodeOffset() {
    return code == null && !codeRemoved ? oldCodeOffset() : 0;
  }

  int hiddenApiFlags() {
    return hiddenApiFlags;
  }

  void hiddenApiFlags(int flags) {
    hiddenApiFlags = flags;
  }
}
