package dev.dexscope.agents.functions;

import static dev.dexscope.agents.functions.Row.answer;
import static dev.dexscope.agents.functions.Row.change;
import static dev.dexscope.agents.functions.Row.choice;
import static dev.dexscope.agents.functions.Row.hotSpot;
import static dev.dexscope.agents.functions.Row.hotSpotOnly;

import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.Function;
import java.util.List;

/** The functions about the VM and the agent itself, in the families of the specification. */
final class SystemRows {
  private static final List<Row> MEMORY =
      List.of(hotSpotOnly(Function.ALLOCATE), hotSpotOnly(Function.DEALLOCATE));

  private static final List<Row> RAW_MONITOR =
      List.of(
          hotSpotOnly(Function.CREATE_RAW_MONITOR),
          hotSpotOnly(Function.DESTROY_RAW_MONITOR),
          hotSpotOnly(Function.RAW_MONITOR_ENTER),
          hotSpotOnly(Function.RAW_MONITOR_EXIT),
          hotSpotOnly(Function.RAW_MONITOR_WAIT),
          hotSpotOnly(Function.RAW_MONITOR_NOTIFY),
          hotSpotOnly(Function.RAW_MONITOR_NOTIFY_ALL));

  private static final List<Row> JNI_FUNCTION_INTERCEPTION =
      List.of(
          answer(
              Function.SET_JNI_FUNCTION_TABLE,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.jni().setTable(call)),
          change(
              Function.GET_JNI_FUNCTION_TABLE,
              Source.VM,
              Route.AROUND,
              (vm, call) -> vm.jni().getTable(call)));

  private static final List<Row> EVENT_MANAGEMENT =
      List.of(
          answer(
              Function.SET_EVENT_CALLBACKS,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.events().setCallbacks(call)),
          choice(
              Function.SET_EVENT_NOTIFICATION_MODE,
              Source.VM,
              Route.BEFORE,
              (vm, row, call) -> vm.events().setMode(call) ? 0 : vm.hotSpot(row)),
          hotSpot(Function.GENERATE_EVENTS),
          hotSpot(
              Function.SET_HEAP_SAMPLING_INTERVAL,
              Capability.GENERATE_SAMPLED_OBJECT_ALLOC_EVENTS));

  private static final List<Row> EXTENSION_MECHANISM =
      List.of(
          hotSpot(Function.GET_EXTENSION_FUNCTIONS),
          hotSpot(Function.GET_EXTENSION_EVENTS),
          hotSpot(Function.SET_EXTENSION_EVENT_CALLBACK));

  private static final List<Row> CAPABILITY =
      List.of(
          change(
              Function.GET_POTENTIAL_CAPABILITIES,
              Source.VM,
              Route.AROUND,
              (vm, call) -> vm.capabilities().potential(call)),
          Row.of(Function.ADD_CAPABILITIES, Source.VM, Route.AROUND, CapabilityFunctions.ADDING),
          change(
              Function.RELINQUISH_CAPABILITIES,
              Source.VM,
              Route.AROUND,
              (vm, call) -> vm.capabilities().relinquished(call)),
          change(
              Function.GET_CAPABILITIES,
              Source.VM,
              Route.AROUND,
              (vm, call) -> vm.capabilities().got(call)));

  private static final List<Row> TIMERS =
      List.of(
          hotSpotOnly(
              Function.GET_CURRENT_THREAD_CPU_TIMER_INFO, Capability.GET_CURRENT_THREAD_CPU_TIME),
          hotSpotOnly(Function.GET_CURRENT_THREAD_CPU_TIME, Capability.GET_CURRENT_THREAD_CPU_TIME),
          hotSpot(Function.GET_THREAD_CPU_TIMER_INFO, Capability.GET_THREAD_CPU_TIME),
          hotSpot(Function.GET_THREAD_CPU_TIME, Capability.GET_THREAD_CPU_TIME),
          hotSpotOnly(Function.GET_TIMER_INFO),
          hotSpotOnly(Function.GET_TIME),
          hotSpot(Function.GET_AVAILABLE_PROCESSORS));

  private static final List<Row> CLASS_LOADER_SEARCH =
      List.of(
          answer(
              Function.ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().addToBootstrapSearch(call, vm.environments().phase())),
          answer(
              Function.ADD_TO_SYSTEM_CLASS_LOADER_SEARCH,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().addToSystemSearch(call, vm.environments().phase())));

  private static final List<Row> SYSTEM_PROPERTIES =
      List.of(
          answer(
              Function.GET_SYSTEM_PROPERTIES,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().properties(call)),
          answer(
              Function.GET_SYSTEM_PROPERTY,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().property(call)),
          answer(
              Function.SET_SYSTEM_PROPERTY,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().setProperty(call, vm.environments().phase())));

  private static final List<Row> GENERAL =
      List.of(
          answer(
              Function.GET_PHASE,
              Source.VM,
              Route.BEFORE,
              (vm, call) -> vm.system().phase(call, vm.environments().phase())),
          choice(
              Function.DISPOSE_ENVIRONMENT,
              Source.VM,
              Route.BEFORE,
              (vm, row, call) -> {
                vm.environments().remove(call.argument(0));
                return vm.hotSpot(row);
              }),
          hotSpotOnly(Function.SET_ENVIRONMENT_LOCAL_STORAGE),
          hotSpotOnly(Function.GET_ENVIRONMENT_LOCAL_STORAGE),
          hotSpot(Function.GET_VERSION_NUMBER),
          hotSpotOnly(Function.GET_ERROR_NAME),
          hotSpot(Function.SET_VERBOSE_FLAG),
          hotSpot(Function.GET_J_LOCATION_FORMAT));

  static final List<List<Row>> FAMILIES =
      List.of(
          MEMORY,
          RAW_MONITOR,
          JNI_FUNCTION_INTERCEPTION,
          EVENT_MANAGEMENT,
          EXTENSION_MECHANISM,
          CAPABILITY,
          TIMERS,
          CLASS_LOADER_SEARCH,
          SYSTEM_PROPERTIES,
          GENERAL);

  private SystemRows() {}
}
