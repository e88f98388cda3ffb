package dev.dexscope.vm;

import dev.dexscope.vm.runtime.VmContext;

/** The observer of a VM's program. */
final class Attendance {
  volatile ProgramObserver observer = ProgramObserver.NONE;

  private Attendance() {}

  static Attendance ofVm() {
    return VmContext.current().part(Attendance.class, Attendance::new);
  }
}
