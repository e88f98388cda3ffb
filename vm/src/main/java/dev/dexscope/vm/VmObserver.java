package dev.dexscope.vm;

import dev.dexscope.libcore.VmServices;
import java.io.IOException;

/**
 * Observes a VM from inside: traces, inspects and dumps, and provides the related services to
 * programs. Implemented by the module {@code observe}, on which the VM does not depend.
 */
public interface VmObserver {
  /** Returns the services that the VM provides to programs through this observer. */
  VmServices services();

  /** The VM has started, and is the current one. */
  void vmStarted();

  /**
   * A program is about to be run.
   *
   * @throws IOException when it is not to be run then
   */
  void programBegins() throws IOException;

  /**
   * A program has ended, or its process is being ended.
   *
   * @throws IOException if its output could not be written
   */
  void programEnded() throws IOException;
}
