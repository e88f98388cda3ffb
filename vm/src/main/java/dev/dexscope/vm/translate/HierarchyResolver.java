package dev.dexscope.vm.translate;

import dev.dexscope.dex.verify.Hierarchy;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/**
 * The class hierarchy for stack maps: the classes of the verifier's linker. A missing one is
 * assumed to be a class of its own, as HotSpot does until it must be loaded.
 */
record HierarchyResolver(Hierarchy hierarchy) implements ClassHierarchyResolver {
  @Override
  public ClassHierarchyInfo getClassInfo(ClassDesc type) {
    String descriptor = type.descriptorString();
    if (hierarchy.isInterface(descriptor)) {
      return ClassHierarchyInfo.ofInterface();
    }
    String superclass = hierarchy.superclass(descriptor);
    if (superclass != null) {
      return ClassHierarchyInfo.ofClass(ClassDesc.ofDescriptor(superclass));
    }
    return ClassHierarchyInfo.ofClass(
        descriptor.equals("Ljava/lang/Object;") ? null : ConstantDescs.CD_Object);
  }
}
