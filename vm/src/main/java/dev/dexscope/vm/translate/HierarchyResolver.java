package dev.dexscope.vm.translate;

import dev.dexscope.dex.verify.Hierarchy;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/**
 * What stack maps are made with: the classes as the verifier's linker knows them. One that is
 * missing is taken for a class of its own, as HotSpot takes it until it must be loaded.
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
