package dev.dexscope.agents.functions;

import static dev.dexscope.agents.functions.Row.answer;
import static dev.dexscope.agents.functions.Row.change;
import static dev.dexscope.agents.functions.Row.check;
import static dev.dexscope.agents.functions.Row.choice;
import static dev.dexscope.agents.functions.Row.hotSpot;
import static dev.dexscope.agents.functions.Row.hotSpotOnly;

import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.Function;
import java.util.List;

/** The functions about threads and their stacks, in the families of the specification. */
final class ThreadRows {
  private static final List<Row> THREAD =
      List.of(
          hotSpot(Function.GET_THREAD_STATE),
          hotSpot(Function.GET_CURRENT_THREAD),
          change(
              Function.GET_ALL_THREADS,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.lists().threads(call)),
          choice(
              Function.SUSPEND_THREAD,
              Source.HOTSPOT,
              Route.BEFORE,
              (vm, row, call) -> vm.suspended().one(call) ? 0 : vm.hotSpot(row),
              Capability.SUSPEND),
          choice(
              Function.SUSPEND_THREAD_LIST,
              Source.HOTSPOT,
              Route.BEFORE,
              (vm, row, call) -> vm.suspended().all(call) ? 0 : vm.hotSpot(row),
              Capability.SUSPEND),
          hotSpot(
              Function.SUSPEND_ALL_VIRTUAL_THREADS,
              Capability.SUSPEND,
              Capability.SUPPORT_VIRTUAL_THREADS),
          hotSpot(Function.RESUME_THREAD, Capability.SUSPEND),
          hotSpot(Function.RESUME_THREAD_LIST, Capability.SUSPEND),
          hotSpot(
              Function.RESUME_ALL_VIRTUAL_THREADS,
              Capability.SUSPEND,
              Capability.SUPPORT_VIRTUAL_THREADS),
          hotSpot(Function.STOP_THREAD, Capability.SIGNAL_THREAD),
          hotSpot(Function.INTERRUPT_THREAD, Capability.SIGNAL_THREAD),
          hotSpot(Function.GET_THREAD_INFO),
          hotSpot(Function.GET_OWNED_MONITOR_INFO, Capability.GET_OWNED_MONITOR_INFO),
          change(
              Function.GET_OWNED_MONITOR_STACK_DEPTH_INFO,
              Source.DEX,
              Route.AROUND_WITH_FRAMES,
              (vm, call) -> vm.stacks().ownedMonitors(call),
              Capability.GET_OWNED_MONITOR_STACK_DEPTH_INFO),
          hotSpot(Function.GET_CURRENT_CONTENDED_MONITOR, Capability.GET_CURRENT_CONTENDED_MONITOR),
          hotSpotOnly(Function.RUN_AGENT_THREAD),
          hotSpot(Function.SET_THREAD_LOCAL_STORAGE),
          hotSpot(Function.GET_THREAD_LOCAL_STORAGE));

  private static final List<Row> THREAD_GROUP =
      List.of(
          hotSpot(Function.GET_TOP_THREAD_GROUPS),
          hotSpot(Function.GET_THREAD_GROUP_INFO),
          change(
              Function.GET_THREAD_GROUP_CHILDREN,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.lists().groupChildren(call)));

  private static final List<Row> STACK_FRAME =
      List.of(
          answer(
              Function.GET_STACK_TRACE,
              Source.DEX,
              Route.STACK_TRACE,
              (vm, call) -> vm.stacks().stackTrace(call)),
          change(
              Function.GET_ALL_STACK_TRACES,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.stacks().allStackTraces(call)),
          change(
              Function.GET_THREAD_LIST_STACK_TRACES,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.stacks().threadListStackTraces(call)),
          answer(
              Function.GET_FRAME_COUNT,
              Source.DEX,
              Route.BEFORE_WITH_FRAMES,
              (vm, call) -> vm.stacks().frameCount(call)),
          check(Function.POP_FRAME, (vm, call) -> vm.stacks().popped(call), Capability.POP_FRAME),
          answer(
              Function.GET_FRAME_LOCATION,
              Source.DEX,
              Route.BEFORE_WITH_FRAMES,
              (vm, call) -> vm.stacks().frameLocation(call)),
          check(
              Function.NOTIFY_FRAME_POP,
              (vm, call) -> vm.stacks().depth(call),
              Capability.GENERATE_FRAME_POP_EVENTS),
          hotSpot(Function.CLEAR_ALL_FRAME_POPS, Capability.GENERATE_FRAME_POP_EVENTS));

  private static final List<Row> FORCE_EARLY_RETURN =
      List.of(
          earlyReturn(Function.FORCE_EARLY_RETURN_OBJECT, 'L'),
          earlyReturn(Function.FORCE_EARLY_RETURN_INT, 'I'),
          earlyReturn(Function.FORCE_EARLY_RETURN_LONG, 'J'),
          earlyReturn(Function.FORCE_EARLY_RETURN_FLOAT, 'F'),
          earlyReturn(Function.FORCE_EARLY_RETURN_DOUBLE, 'D'),
          earlyReturn(Function.FORCE_EARLY_RETURN_VOID, 'V'));

  private static Row earlyReturn(Function function, char type) {
    return choice(
        function,
        Source.DEX,
        Route.BEFORE_WITH_FRAMES,
        (vm, row, call) -> vm.earlyReturns().force(vm, row, call, type),
        Capability.FORCE_EARLY_RETURN);
  }

  private static final List<Row> LOCAL_VARIABLE =
      List.of(
          get(Function.GET_LOCAL_OBJECT, "L"),
          check(
              Function.GET_LOCAL_INSTANCE,
              (vm, call) -> vm.stacks().depth(call),
              Capability.ACCESS_LOCAL_VARIABLES),
          get(Function.GET_LOCAL_INT, "I"),
          get(Function.GET_LOCAL_LONG, "J"),
          get(Function.GET_LOCAL_FLOAT, "F"),
          get(Function.GET_LOCAL_DOUBLE, "D"),
          set(Function.SET_LOCAL_OBJECT, "L"),
          set(Function.SET_LOCAL_INT, "I"),
          set(Function.SET_LOCAL_LONG, "J"),
          set(Function.SET_LOCAL_FLOAT, "F"),
          set(Function.SET_LOCAL_DOUBLE, "D"));

  private static Row get(Function function, String type) {
    return choice(
        function,
        Source.DEX,
        Route.BEFORE_WITH_FRAMES,
        (vm, row, call) -> vm.locals().get(vm, row, call, type),
        Capability.ACCESS_LOCAL_VARIABLES);
  }

  private static Row set(Function function, String type) {
    return choice(
        function,
        Source.DEX,
        Route.BEFORE_WITH_FRAMES,
        (vm, row, call) -> vm.locals().set(vm, row, call, type),
        Capability.ACCESS_LOCAL_VARIABLES);
  }

  static final List<List<Row>> FAMILIES =
      List.of(THREAD, THREAD_GROUP, STACK_FRAME, FORCE_EARLY_RETURN, LOCAL_VARIABLE);

  private ThreadRows() {}
}
