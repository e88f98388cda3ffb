package dev.dexscope.agents.functions;

import static dev.dexscope.agents.functions.Row.answer;
import static dev.dexscope.agents.functions.Row.change;
import static dev.dexscope.agents.functions.Row.hotSpot;

import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.Function;
import java.util.List;

/** The functions about objects, classes and their code, in the families of the specification. */
final class CodeRows {
  private static final List<Row> HEAP =
      List.of(
          walk(Function.FOLLOW_REFERENCES, HeapWalk.REFERENCES),
          walk(Function.ITERATE_THROUGH_HEAP, HeapWalk.HEAP),
          hotSpot(Function.GET_TAG, Capability.TAG_OBJECTS),
          hotSpot(Function.SET_TAG, Capability.TAG_OBJECTS),
          hotSpot(Function.GET_OBJECTS_WITH_TAGS, Capability.TAG_OBJECTS),
          hotSpot(Function.FORCE_GARBAGE_COLLECTION));

  /** Those of JVM TI 1.0. */
  private static final List<Row> OLD_HEAP =
      List.of(
          walk(
              Function.ITERATE_OVER_OBJECTS_REACHABLE_FROM_OBJECT,
              HeapWalk.OLD_REFERENCES_FROM_OBJECT),
          walk(Function.ITERATE_OVER_REACHABLE_OBJECTS, HeapWalk.OLD_REFERENCES),
          walk(Function.ITERATE_OVER_HEAP, HeapWalk.OLD_HEAP),
          walk(Function.ITERATE_OVER_INSTANCES_OF_CLASS, HeapWalk.OLD_INSTANCES));

  private static Row walk(Function function, HeapWalk walk) {
    return Row.of(function, Source.DEX, Route.AROUND, walk, Capability.TAG_OBJECTS);
  }

  private static final List<Row> BREAKPOINT =
      List.of(breakpoint(Function.SET_BREAKPOINT), breakpoint(Function.CLEAR_BREAKPOINT));

  private static Row breakpoint(Function function) {
    return answer(
        function,
        Source.DEX,
        Route.BEFORE,
        (vm, call) ->
            vm.breakpoints()
                .breakpoint(function, call.argument(0), call.argument(1), call.argument(2)),
        Capability.GENERATE_BREAKPOINT_EVENTS);
  }

  private static final List<Row> WATCHED_FIELD =
      List.of(
          hotSpot(Function.SET_FIELD_ACCESS_WATCH, Capability.GENERATE_FIELD_ACCESS_EVENTS),
          hotSpot(Function.CLEAR_FIELD_ACCESS_WATCH, Capability.GENERATE_FIELD_ACCESS_EVENTS),
          hotSpot(
              Function.SET_FIELD_MODIFICATION_WATCH, Capability.GENERATE_FIELD_MODIFICATION_EVENTS),
          hotSpot(
              Function.CLEAR_FIELD_MODIFICATION_WATCH,
              Capability.GENERATE_FIELD_MODIFICATION_EVENTS));

  private static final List<Row> MODULE =
      List.of(
          hotSpot(Function.GET_ALL_MODULES),
          hotSpot(Function.GET_NAMED_MODULE),
          hotSpot(Function.ADD_MODULE_READS),
          hotSpot(Function.ADD_MODULE_EXPORTS),
          hotSpot(Function.ADD_MODULE_OPENS),
          hotSpot(Function.ADD_MODULE_USES),
          hotSpot(Function.ADD_MODULE_PROVIDES),
          hotSpot(Function.IS_MODIFIABLE_MODULE));

  private static final List<Row> CLASS =
      List.of(
          change(
              Function.GET_LOADED_CLASSES,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.lists().loadedClasses(call)),
          change(
              Function.GET_CLASS_LOADER_CLASSES,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.lists().classLoaderClasses(call)),
          change(
              Function.GET_CLASS_SIGNATURE,
              Source.DEX,
              Route.CLASS_SIGNATURE,
              (vm, call) -> vm.system().classSignature(call)),
          hotSpot(Function.GET_CLASS_STATUS),
          hotSpot(Function.GET_SOURCE_FILE_NAME, Capability.GET_SOURCE_FILE_NAME),
          hotSpot(Function.GET_CLASS_MODIFIERS),
          change(
              Function.GET_CLASS_METHODS,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.lists().classMethods(call)),
          hotSpot(Function.GET_CLASS_FIELDS),
          hotSpot(Function.GET_IMPLEMENTED_INTERFACES),
          hotSpot(Function.GET_CLASS_VERSION_NUMBERS),
          hotSpot(Function.GET_CONSTANT_POOL, Capability.GET_CONSTANT_POOL),
          hotSpot(Function.IS_INTERFACE),
          hotSpot(Function.IS_ARRAY_CLASS),
          hotSpot(Function.IS_MODIFIABLE_CLASS),
          hotSpot(Function.GET_CLASS_LOADER),
          hotSpot(Function.GET_SOURCE_DEBUG_EXTENSION, Capability.GET_SOURCE_DEBUG_EXTENSION),
          Row.of(
              Function.RETRANSFORM_CLASSES,
              Source.DEX,
              Route.AROUND,
              Redefinitions.RETRANSFORMING,
              Capability.RETRANSFORM_CLASSES),
          Row.of(
              Function.REDEFINE_CLASSES,
              Source.DEX,
              Route.AROUND,
              Redefinitions.REDEFINING,
              Capability.REDEFINE_CLASSES));

  private static final List<Row> OBJECT =
      List.of(
          hotSpot(Function.GET_OBJECT_SIZE),
          hotSpot(Function.GET_OBJECT_HASH_CODE),
          hotSpot(Function.GET_OBJECT_MONITOR_USAGE, Capability.GET_MONITOR_INFO));

  private static final List<Row> FIELD =
      List.of(
          hotSpot(Function.GET_FIELD_NAME),
          hotSpot(Function.GET_FIELD_DECLARING_CLASS),
          hotSpot(Function.GET_FIELD_MODIFIERS),
          hotSpot(Function.IS_FIELD_SYNTHETIC, Capability.GET_SYNTHETIC_ATTRIBUTE));

  private static final List<Row> METHOD =
      List.of(
          hotSpot(Function.GET_METHOD_NAME),
          hotSpot(Function.GET_METHOD_DECLARING_CLASS),
          hotSpot(Function.GET_METHOD_MODIFIERS),
          change(
              Function.GET_MAX_LOCALS,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().maxLocals(call)),
          change(
              Function.GET_ARGUMENTS_SIZE,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().argumentsSize(call)),
          change(
              Function.GET_LINE_NUMBER_TABLE,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().lineNumberTable(call),
              Capability.GET_LINE_NUMBERS),
          change(
              Function.GET_METHOD_LOCATION,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().methodLocation(call)),
          change(
              Function.GET_LOCAL_VARIABLE_TABLE,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().localVariableTable(call, vm.environments().isDebugger(call)),
              Capability.ACCESS_LOCAL_VARIABLES),
          change(
              Function.GET_BYTECODES,
              Source.DEX,
              Route.AROUND,
              (vm, call) -> vm.code().bytecodes(call),
              Capability.GET_BYTECODES),
          hotSpot(Function.IS_METHOD_NATIVE),
          hotSpot(Function.IS_METHOD_SYNTHETIC, Capability.GET_SYNTHETIC_ATTRIBUTE),
          hotSpot(Function.IS_METHOD_OBSOLETE),
          hotSpot(Function.SET_NATIVE_METHOD_PREFIX, Capability.SET_NATIVE_METHOD_PREFIX),
          hotSpot(Function.SET_NATIVE_METHOD_PREFIXES, Capability.SET_NATIVE_METHOD_PREFIX));

  static final List<List<Row>> FAMILIES =
      List.of(HEAP, OLD_HEAP, BREAKPOINT, WATCHED_FIELD, MODULE, CLASS, OBJECT, FIELD, METHOD);

  private CodeRows() {}
}
