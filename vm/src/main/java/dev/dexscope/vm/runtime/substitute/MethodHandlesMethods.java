package dev.dexscope.vm.runtime.substitute;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Methods of {@link MethodHandles}. */
public final class MethodHandlesMethods {
  private MethodHandlesMethods() {}

  /** {@link MethodHandles#byteArrayViewVarHandle}: with all access modes. */
  public static VarHandle byteArrayViewVarHandle(Class<?> type, ByteOrder order) {
    return ByteViews.ofArrays(type, order);
  }

  /** {@link MethodHandles#byteBufferViewVarHandle}: with all access modes on the heap, too. */
  public static VarHandle byteBufferViewVarHandle(Class<?> type, ByteOrder order) {
    return ByteViews.ofBuffers(type, order);
  }
}
