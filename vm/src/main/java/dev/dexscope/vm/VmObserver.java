package dev.dexscope.vm;

import dev.dexscope.libcore.VmServices;
import java.io.IOException;

/**
 * What looks at a VM from inside: it traces, inspects and dumps, and does for programs what needs
 * that. The VM does not know how; the module {@code observe} implements it.
 */
public interface VmObserver {
  /** What the VM does for programs through this observer. */
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
   * @throws IOException when what is to be written of it could not be
   */
  void programEnded() throws IOException;
}
