package dev.dexscope.cli;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The types in the public signatures of a module that whoever requires only this module cannot use.
 */
final class PublicTypes {
  private static final Pattern TYPE = Pattern.compile("L([\\w/$]+)");

  private final Map<String, ModuleReference> modules;
  private final Set<String> usable = new HashSet<>();
  private final Set<String> unreadable = new TreeSet<>();

  private PublicTypes(Map<String, ModuleReference> modules) {
    this.modules = modules;
  }

  /**
   * Returns uses of such types.
   *
   * @param modules the module and what it requires
   */
  static Set<String> unreadable(String name, Map<String, ModuleReference> modules)
      throws IOException {
    var types = new PublicTypes(modules);
    types.addExports(name, new HashSet<>());
    types.addExports("java.base", new HashSet<>());
    types.check(Objects.requireNonNull(modules.get(name)));
    return types.unreadable;
  }

  private void addExports(String name, Set<String> seen) {
    if (!seen.add(name)) {
      return;
    }
    ModuleReference module = modules.get(name);
    ModuleDescriptor descriptor =
        module != null
            ? module.descriptor()
            : ModuleLayer.boot().findModule(name).orElseThrow().getDescriptor();
    for (ModuleDescriptor.Exports each : descriptor.exports()) {
      if (!each.isQualified()) {
        usable.add(each.source());
      }
    }
    for (ModuleDescriptor.Requires each : descriptor.requires()) {
      if (each.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE)) {
        addExports(each.name(), seen);
      }
    }
  }

  private void check(ModuleReference module) throws IOException {
    Set<String> exported = new HashSet<>();
    module.descriptor().exports().stream()
        .filter(each -> !each.isQualified())
        .forEach(each -> exported.add(each.source()));
    try (ModuleReader reader = module.open()) {
      for (String each : reader.list().filter(file -> file.endsWith(".class")).toList()) {
        if (exported.contains(packageOf(each))) {
          check(ClassFile.of().parse(reader.read(each).orElseThrow().array()));
        }
      }
    }
  }

  private void check(ClassModel type) {
    if (!type.flags().has(AccessFlag.PUBLIC)) {
      return;
    }
    String name = type.thisClass().asInternalName();
    type.superclass().ifPresent(each -> use(name, "L" + each.asInternalName()));
    type.interfaces().forEach(each -> use(name, "L" + each.asInternalName()));
    type.findAttribute(Attributes.signature())
        .ifPresent(each -> use(name, each.signature().stringValue()));
    for (FieldModel each : type.fields()) {
      if (isApi(each.flags())) {
        String field = name + "." + each.fieldName().stringValue();
        use(field, each.fieldType().stringValue());
        each.findAttribute(Attributes.signature())
            .ifPresent(signature -> use(field, signature.signature().stringValue()));
      }
    }
    for (MethodModel each : type.methods()) {
      if (isApi(each.flags())) {
        String method = name + "." + each.methodName().stringValue();
        use(method, each.methodType().stringValue());
        each.findAttribute(Attributes.signature())
            .ifPresent(signature -> use(method, signature.signature().stringValue()));
        each.findAttribute(Attributes.exceptions()).stream()
            .flatMap(thrown -> thrown.exceptions().stream())
            .forEach(thrown -> use(method, "L" + thrown.asInternalName()));
      }
    }
  }

  private static boolean isApi(AccessFlags flags) {
    return !flags.has(AccessFlag.SYNTHETIC)
        && (flags.has(AccessFlag.PUBLIC) || flags.has(AccessFlag.PROTECTED));
  }

  private void use(String where, String signature) {
    List<String> types = TYPE.matcher(signature).results().map(each -> each.group(1)).toList();
    for (String each : types) {
      if (!usable.contains(packageOf(each))) {
        unreadable.add(where + " uses " + each);
      }
    }
  }

  private static String packageOf(String type) {
    return type.substring(0, Math.max(0, type.lastIndexOf('/'))).replace('/', '.');
  }
}
