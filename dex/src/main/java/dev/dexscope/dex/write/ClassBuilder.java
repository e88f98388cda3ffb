package dev.dexscope.dex.write;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedField;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.IndexTranslator;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A class that is being built, from nothing or from one that is there. What is not touched stays as
 * it is, byte for byte.
 *
 * <pre>{@code
 * c.superclass("Ljava/lang/Object;").sourceFile("Probe.java");
 * c.field(AccessFlags.STATIC, "count", "I").value(new EncodedValue.OfInt(7));
 * }</pre>
 */
public final class ClassBuilder {
  private final DexBuilder owner;
  private final String type;
  final int id;

  /** As it was read, here or in another file; null for a new one. */
  private final @Nullable ClassDef old;

  private int accessFlags;
  private @Nullable String superclass = "Ljava/lang/Object;";
  private List<String> interfaces = List.of();
  private @Nullable String sourceFile;
  private List<Annotation> annotations = List.of();
  private final List<FieldBuilder> fields = new ArrayList<>();
  private final List<MethodBuilder> methods = new ArrayList<>();

  /** The ids of the members, once something is added. */
  private @Nullable Set<Integer> fieldIds;

  private @Nullable Set<Integer> methodIds;

  private boolean valuesLoaded;
  private boolean annotationsLoaded;

  /** The changed parts, so that the rest can be kept. */
  private boolean headerChanged;

  private boolean interfacesChanged;
  private boolean fieldsChanged;
  private boolean membersChanged;
  private boolean annotationsChanged;

  /** A new class. */
  ClassBuilder(DexBuilder owner, String type) {
    this.owner = owner;
    this.type = type;
    this.id = owner.pool().type(type);
    this.old = null;
    this.valuesLoaded = true;
    this.annotationsLoaded = true;
    this.interfacesChanged = true;
    changeAll();
  }

  private void changeAll() {
    headerChanged = true;
    fieldsChanged = true;
    membersChanged = true;
    annotationsChanged = true;
  }

  /** A class of the file that is rewritten, or of another. */
  ClassBuilder(DexBuilder owner, ClassDef old, IndexTranslator translator) {
    this.owner = owner;
    this.old = old;
    this.type = old.type();
    this.id = translator.type(old.typeIndex());
    this.accessFlags = old.accessFlags();
    this.superclass = old.superclass();
    this.interfaces = old.interfaces();
    this.sourceFile = old.sourceFile();
    ClassData data = old.data();
    for (EncodedField each : data.fields()) {
      fields.add(new FieldBuilder(this, each, translator.field(each.index())));
    }
    for (EncodedMethod each : data.methods()) {
      methods.add(new MethodBuilder(this, each, translator.method(each.index())));
    }
    loadHiddenApiFlags();
    if (old.dex() != owner.base()) {
      loadValues();
      loadAnnotations();
      interfacesChanged = true;
      changeAll();
      methods.stream().filter(MethodBuilder::hasCode).forEach(each -> each.importCode(translator));
    }
  }

  private ClassBuilder(ClassBuilder other) {
    owner = other.owner;
    type = other.type;
    id = other.id;
    old = other.old;
    accessFlags = other.accessFlags;
    superclass = other.superclass;
    interfaces = other.interfaces;
    sourceFile = other.sourceFile;
    annotations = other.annotations;
    other.fields.forEach(each -> fields.add(new FieldBuilder(this, each)));
    other.methods.forEach(each -> methods.add(new MethodBuilder(this, each)));
    valuesLoaded = other.valuesLoaded;
    annotationsLoaded = other.annotationsLoaded;
    headerChanged = other.headerChanged;
    interfacesChanged = other.interfacesChanged;
    fieldsChanged = other.fieldsChanged;
    membersChanged = other.membersChanged;
    annotationsChanged = other.annotationsChanged;
  }

  private void loadHiddenApiFlags() {
    int[] flags = old == null ? null : old.hiddenApiFlags();
    if (flags != null) {
      int at = 0;
      for (FieldBuilder each : fields) {
        each.hiddenApiFlags(flags[at++]);
      }
      for (MethodBuilder each : methods) {
        each.hiddenApiFlags(flags[at++]);
      }
    }
  }

  ConstantPool pool() {
    return owner.pool();
  }

  @Nullable DexFile base() {
    return owner.base();
  }

  DexBuilder owner() {
    return owner;
  }

  /** The same class, to be changed or dropped. */
  ClassBuilder copy() {
    return new ClassBuilder(this);
  }

  /** Its type descriptor. */
  public String type() {
    return type;
  }

  /** See {@link AccessFlags}. */
  public int accessFlags() {
    return accessFlags;
  }

  /** Sets the access flags. */
  public ClassBuilder accessFlags(int flags) {
    accessFlags = flags;
    headerChanged = true;
    return this;
  }

  /** Its superclass's descriptor; null for java.lang.Object alone. */
  public @Nullable String superclass() {
    return superclass;
  }

  /** Sets the superclass. */
  public ClassBuilder superclass(@Nullable String descriptor) {
    superclass = descriptor;
    headerChanged = true;
    return this;
  }

  /** Its interfaces' descriptors. */
  public List<String> interfaces() {
    return interfaces;
  }

  /** Sets the interfaces. */
  public ClassBuilder interfaces(List<String> descriptors) {
    interfaces = List.copyOf(descriptors);
    headerChanged = true;
    interfacesChanged = true;
    return this;
  }

  /** The name of its source file, or null. */
  public @Nullable String sourceFile() {
    return sourceFile;
  }

  /** Sets the name of the source file. */
  public ClassBuilder sourceFile(@Nullable String name) {
    sourceFile = name;
    headerChanged = true;
    return this;
  }

  /** Its annotations. */
  public List<Annotation> annotations() {
    loadAnnotations();
    return annotations;
  }

  /** Sets the annotations. */
  public ClassBuilder annotations(List<Annotation> newAnnotations) {
    annotationsChange();
    annotations = List.copyOf(newAnnotations);
    return this;
  }

  /** Its fields. */
  public List<FieldBuilder> fields() {
    return Collections.unmodifiableList(fields);
  }

  /** Its methods. */
  public List<MethodBuilder> methods() {
    return Collections.unmodifiableList(methods);
  }

  /** The method of a name and prototype, or null. */
  public @Nullable MethodBuilder findMethod(String name, String descriptor) {
    for (MethodBuilder each : methods) {
      if (each.ref().name().equals(name) && each.ref().proto().descriptor().equals(descriptor)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Adds a field.
   *
   * @throws IllegalArgumentException when there is one of that name and type
   */
  public FieldBuilder field(int flags, String name, String fieldType) {
    var ref = new FieldRef(type, name, fieldType);
    int field = pool().field(ref);
    if (!fieldIds().add(field)) {
      throw new IllegalArgumentException("there is a field " + ref);
    }
    fieldsChange();
    var builder = new FieldBuilder(this, ref, field, flags);
    fields.add(builder);
    return builder;
  }

  /**
   * Adds a method, without code for now. Constructors and static initializers get their flag by
   * their name.
   *
   * @throws IllegalArgumentException when there is one of that name and prototype
   */
  public MethodBuilder method(int flags, String name, Proto proto) {
    var ref = new MethodRef(type, name, proto);
    int method = pool().method(ref);
    if (!methodIds().add(method)) {
      throw new IllegalArgumentException("there is a method " + ref);
    }
    membersChange();
    boolean isConstructor = name.equals("<init>") || name.equals("<clinit>");
    int allFlags = flags | (isConstructor ? AccessFlags.CONSTRUCTOR : 0);
    var builder = new MethodBuilder(this, ref, method, allFlags);
    methods.add(builder);
    return builder;
  }

  private Set<Integer> fieldIds() {
    Set<Integer> ids = fieldIds;
    if (ids == null) {
      ids = fields.stream().map(each -> each.id).collect(Collectors.toCollection(HashSet::new));
      fieldIds = ids;
    }
    return ids;
  }

  private Set<Integer> methodIds() {
    Set<Integer> ids = methodIds;
    if (ids == null) {
      ids = methods.stream().map(each -> each.id).collect(Collectors.toCollection(HashSet::new));
      methodIds = ids;
    }
    return ids;
  }

  /** Takes a field away. */
  public void remove(FieldBuilder field) {
    fieldsChange();
    annotationsChange();
    fields.removeIf(each -> each.id == field.id);
    fieldIds = null;
  }

  /** Takes a method away. */
  public void remove(MethodBuilder method) {
    membersChange();
    annotationsChange();
    methods.removeIf(each -> each.id == method.id);
    methodIds = null;
  }

  void loadValues() {
    if (valuesLoaded || old == null) {
      return;
    }
    valuesLoaded = true;
    List<EncodedValue> values = old.staticValues();
    int at = 0;
    for (FieldBuilder each : fields) {
      if (each.isStatic() && at < values.size()) {
        each.load(values.get(at++));
      }
    }
  }

  void loadAnnotations() {
    if (annotationsLoaded || old == null) {
      return;
    }
    annotationsLoaded = true;
    Annotations all = old.annotations();
    annotations = all.ofClass();
    ClassData data = old.data();
    List<EncodedField> oldFields = data.fields();
    for (int i = 0; i < oldFields.size(); i++) {
      fields.get(i).load(all.ofField(oldFields.get(i).index()));
    }
    List<EncodedMethod> oldMethods = data.methods();
    for (int i = 0; i < oldMethods.size(); i++) {
      int index = oldMethods.get(i).index();
      methods.get(i).load(all.ofMethod(index), all.ofParameters(index));
    }
  }

  void fieldsChange() {
    loadValues();
    fieldsChanged = true;
    membersChanged = true;
  }

  void membersChange() {
    membersChanged = true;
  }

  void annotationsChange() {
    loadAnnotations();
    annotationsChanged = true;
  }

  boolean isChanged() {
    return headerChanged || membersChanged || annotationsChanged;
  }

  /** Returns the class in the file that is rewritten; null for a new one or one of another file. */
  @Nullable ClassDef kept() {
    return old != null && old.dex() == owner.base() ? old : null;
  }

  boolean interfacesChanged() {
    return interfacesChanged;
  }

  boolean fieldsChanged() {
    return fieldsChanged;
  }

  boolean membersChanged() {
    return membersChanged;
  }

  boolean annotationsChanged() {
    return annotationsChanged;
  }

  boolean headerChanged() {
    return headerChanged;
  }

  boolean hasHiddenApiFlags() {
    for (FieldBuilder each : fields) {
      if (each.hiddenApiFlags() != 0) {
        return true;
      }
    }
    for (MethodBuilder each : methods) {
      if (each.hiddenApiFlags() != 0) {
        return true;
      }
    }
    return false;
  }

  /** Gives all that it names its id, before ids get their order. */
  void intern() {
    if (headerChanged) {
      if (superclass != null) {
        pool().type(superclass);
      }
      if (sourceFile != null) {
        pool().string(sourceFile);
      }
      interfaces.forEach(pool()::type);
    }
    if (annotationsChanged) {
      annotations.forEach(each -> ValueWriter.intern(pool(), each));
      for (FieldBuilder each : fields) {
        each.annotations().forEach(a -> ValueWriter.intern(pool(), a));
      }
      for (MethodBuilder each : methods) {
        each.annotations().forEach(a -> ValueWriter.intern(pool(), a));
        each.parameterAnnotations()
            .forEach(list -> list.forEach(a -> ValueWriter.intern(pool(), a)));
      }
    }
    if (fieldsChanged) {
      for (FieldBuilder each : fields) {
        EncodedValue value = each.value();
        if (value != null) {
          ValueWriter.intern(pool(), value);
        }
      }
    }
  }
}
