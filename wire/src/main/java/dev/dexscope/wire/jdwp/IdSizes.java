package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.WireFormatException;

/** The sizes of a VM's ids, the reply of {@code VirtualMachine.IDSizes}. */
public record IdSizes(int field, int method, int object, int referenceType, int frame) {
  /** Those of HotSpot, Dalvik (but for its fields and methods) and ART. */
  public static final IdSizes EIGHT = new IdSizes(8, 8, 8, 8, 8);

  /** Dalvik's. */
  public static final IdSizes DALVIK = new IdSizes(4, 4, 8, 8, 8);

  public IdSizes {
    check(field);
    check(method);
    check(object);
    check(referenceType);
    check(frame);
  }

  /** From the reply to {@code VirtualMachine.IDSizes}. */
  public static IdSizes of(Fields reply) {
    return new IdSizes(
        (int) reply.number("fieldIDSize"),
        (int) reply.number("methodIDSize"),
        (int) reply.number("objectIDSize"),
        (int) reply.number("referenceTypeIDSize"),
        (int) reply.number("frameIDSize"));
  }

  public Fields toFields() {
    return Fields.NONE
        .with("fieldIDSize", field)
        .with("methodIDSize", method)
        .with("objectIDSize", object)
        .with("referenceTypeIDSize", referenceType)
        .with("frameIDSize", frame);
  }

  private static void check(int size) {
    if (size != 1 && size != 2 && size != 4 && size != 8) {
      throw new WireFormatException("IDSizes", 0, "ids of " + size + " bytes");
    }
  }
}
