package dev.dexscope.vm;

import dev.dexscope.vm.runtime.VmContext;

/** Who attends the program of a VM. */
final class Attendance {
  volatile ProgramObserver observer = ProgramObserver.NONE;

  private Attendance() {}

  static Attendance ofVm() {
    return VmContext.current().part(Attendance.class, Attendance::new);
  }
}
