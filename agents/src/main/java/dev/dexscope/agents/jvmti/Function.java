package dev.dexscope.agents.jvmti;

import java.util.Locale;

/** The functions of the JVM Tool Interface, by their numbers in its specification. */
public enum Function {
  SET_EVENT_NOTIFICATION_MODE(2, Phase.ONLOAD, Source.VM),
  GET_ALL_MODULES(3, Phase.LIVE, Source.HOTSPOT),
  GET_ALL_THREADS(4, Phase.LIVE, Source.DEX),
  SUSPEND_THREAD(5, Phase.LIVE, Source.HOTSPOT),
  RESUME_THREAD(6, Phase.LIVE, Source.HOTSPOT),
  STOP_THREAD(7, Phase.LIVE, Source.HOTSPOT),
  INTERRUPT_THREAD(8, Phase.LIVE, Source.HOTSPOT),
  GET_THREAD_INFO(9, Phase.LIVE, Source.HOTSPOT),
  GET_OWNED_MONITOR_INFO(10, Phase.LIVE, Source.HOTSPOT),
  GET_CURRENT_CONTENDED_MONITOR(11, Phase.LIVE, Source.HOTSPOT),
  RUN_AGENT_THREAD(12, Phase.LIVE, Source.HOTSPOT),
  GET_TOP_THREAD_GROUPS(13, Phase.LIVE, Source.HOTSPOT),
  GET_THREAD_GROUP_INFO(14, Phase.LIVE, Source.HOTSPOT),
  GET_THREAD_GROUP_CHILDREN(15, Phase.LIVE, Source.DEX),
  GET_FRAME_COUNT(16, Phase.LIVE, Source.DEX),
  GET_THREAD_STATE(17, Phase.LIVE, Source.HOTSPOT),
  GET_CURRENT_THREAD(18, Phase.START, Source.HOTSPOT),
  GET_FRAME_LOCATION(19, Phase.LIVE, Source.DEX),
  NOTIFY_FRAME_POP(20, Phase.LIVE, Source.DEX),
  GET_LOCAL_OBJECT(21, Phase.LIVE, Source.DEX),
  GET_LOCAL_INT(22, Phase.LIVE, Source.DEX),
  GET_LOCAL_LONG(23, Phase.LIVE, Source.DEX),
  GET_LOCAL_FLOAT(24, Phase.LIVE, Source.DEX),
  GET_LOCAL_DOUBLE(25, Phase.LIVE, Source.DEX),
  SET_LOCAL_OBJECT(26, Phase.LIVE, Source.DEX),
  SET_LOCAL_INT(27, Phase.LIVE, Source.DEX),
  SET_LOCAL_LONG(28, Phase.LIVE, Source.DEX),
  SET_LOCAL_FLOAT(29, Phase.LIVE, Source.DEX),
  SET_LOCAL_DOUBLE(30, Phase.LIVE, Source.DEX),
  CREATE_RAW_MONITOR(31, Phase.ONLOAD, Source.HOTSPOT),
  DESTROY_RAW_MONITOR(32, Phase.ONLOAD, Source.HOTSPOT),
  RAW_MONITOR_ENTER(33, Phase.ONLOAD, Source.HOTSPOT),
  RAW_MONITOR_EXIT(34, Phase.ONLOAD, Source.HOTSPOT),
  RAW_MONITOR_WAIT(35, Phase.ONLOAD, Source.HOTSPOT),
  RAW_MONITOR_NOTIFY(36, Phase.ONLOAD, Source.HOTSPOT),
  RAW_MONITOR_NOTIFY_ALL(37, Phase.ONLOAD, Source.HOTSPOT),
  SET_BREAKPOINT(38, Phase.LIVE, Source.DEX),
  CLEAR_BREAKPOINT(39, Phase.LIVE, Source.DEX),
  GET_NAMED_MODULE(40, Phase.LIVE, Source.HOTSPOT),
  SET_FIELD_ACCESS_WATCH(41, Phase.LIVE, Source.HOTSPOT),
  CLEAR_FIELD_ACCESS_WATCH(42, Phase.LIVE, Source.HOTSPOT),
  SET_FIELD_MODIFICATION_WATCH(43, Phase.LIVE, Source.HOTSPOT),
  CLEAR_FIELD_MODIFICATION_WATCH(44, Phase.LIVE, Source.HOTSPOT),
  IS_MODIFIABLE_CLASS(45, Phase.START, Source.HOTSPOT),
  ALLOCATE(46, Phase.ONLOAD, Source.HOTSPOT),
  DEALLOCATE(47, Phase.ONLOAD, Source.HOTSPOT),
  GET_CLASS_SIGNATURE(48, Phase.START, Source.DEX),
  GET_CLASS_STATUS(49, Phase.START, Source.HOTSPOT),
  GET_SOURCE_FILE_NAME(50, Phase.START, Source.HOTSPOT),
  GET_CLASS_MODIFIERS(51, Phase.START, Source.HOTSPOT),
  GET_CLASS_METHODS(52, Phase.START, Source.DEX),
  GET_CLASS_FIELDS(53, Phase.START, Source.HOTSPOT),
  GET_IMPLEMENTED_INTERFACES(54, Phase.START, Source.HOTSPOT),
  IS_INTERFACE(55, Phase.START, Source.HOTSPOT),
  IS_ARRAY_CLASS(56, Phase.START, Source.HOTSPOT),
  GET_CLASS_LOADER(57, Phase.START, Source.HOTSPOT),
  GET_OBJECT_HASH_CODE(58, Phase.START, Source.HOTSPOT),
  GET_OBJECT_MONITOR_USAGE(59, Phase.LIVE, Source.HOTSPOT),
  GET_FIELD_NAME(60, Phase.START, Source.HOTSPOT),
  GET_FIELD_DECLARING_CLASS(61, Phase.START, Source.HOTSPOT),
  GET_FIELD_MODIFIERS(62, Phase.START, Source.HOTSPOT),
  IS_FIELD_SYNTHETIC(63, Phase.START, Source.HOTSPOT),
  GET_METHOD_NAME(64, Phase.START, Source.HOTSPOT),
  GET_METHOD_DECLARING_CLASS(65, Phase.START, Source.HOTSPOT),
  GET_METHOD_MODIFIERS(66, Phase.START, Source.HOTSPOT),
  CLEAR_ALL_FRAME_POPS(67, Phase.LIVE, Source.HOTSPOT),
  GET_MAX_LOCALS(68, Phase.START, Source.DEX),
  GET_ARGUMENTS_SIZE(69, Phase.START, Source.DEX),
  GET_LINE_NUMBER_TABLE(70, Phase.START, Source.DEX),
  GET_METHOD_LOCATION(71, Phase.START, Source.DEX),
  GET_LOCAL_VARIABLE_TABLE(72, Phase.LIVE, Source.DEX),
  SET_NATIVE_METHOD_PREFIX(73, Phase.ONLOAD, Source.HOTSPOT),
  SET_NATIVE_METHOD_PREFIXES(74, Phase.ONLOAD, Source.HOTSPOT),
  GET_BYTECODES(75, Phase.START, Source.DEX),
  IS_METHOD_NATIVE(76, Phase.START, Source.HOTSPOT),
  IS_METHOD_SYNTHETIC(77, Phase.START, Source.HOTSPOT),
  GET_LOADED_CLASSES(78, Phase.START, Source.DEX),
  GET_CLASS_LOADER_CLASSES(79, Phase.START, Source.DEX),
  POP_FRAME(80, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_OBJECT(81, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_INT(82, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_LONG(83, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_FLOAT(84, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_DOUBLE(85, Phase.LIVE, Source.DEX),
  FORCE_EARLY_RETURN_VOID(86, Phase.LIVE, Source.DEX),
  REDEFINE_CLASSES(87, Phase.LIVE, Source.DEX),
  GET_VERSION_NUMBER(88, Phase.ONLOAD, Source.HOTSPOT),
  GET_CAPABILITIES(89, Phase.ONLOAD, Source.VM),
  GET_SOURCE_DEBUG_EXTENSION(90, Phase.START, Source.HOTSPOT),
  IS_METHOD_OBSOLETE(91, Phase.START, Source.HOTSPOT),
  SUSPEND_THREAD_LIST(92, Phase.LIVE, Source.HOTSPOT),
  RESUME_THREAD_LIST(93, Phase.LIVE, Source.HOTSPOT),
  ADD_MODULE_READS(94, Phase.LIVE, Source.HOTSPOT),
  ADD_MODULE_EXPORTS(95, Phase.LIVE, Source.HOTSPOT),
  ADD_MODULE_OPENS(96, Phase.LIVE, Source.HOTSPOT),
  ADD_MODULE_USES(97, Phase.LIVE, Source.HOTSPOT),
  ADD_MODULE_PROVIDES(98, Phase.LIVE, Source.HOTSPOT),
  IS_MODIFIABLE_MODULE(99, Phase.LIVE, Source.HOTSPOT),
  GET_ALL_STACK_TRACES(100, Phase.LIVE, Source.DEX),
  GET_THREAD_LIST_STACK_TRACES(101, Phase.LIVE, Source.DEX),
  GET_THREAD_LOCAL_STORAGE(102, Phase.START, Source.HOTSPOT),
  SET_THREAD_LOCAL_STORAGE(103, Phase.START, Source.HOTSPOT),
  GET_STACK_TRACE(104, Phase.LIVE, Source.DEX),
  GET_TAG(106, Phase.START, Source.HOTSPOT),
  SET_TAG(107, Phase.START, Source.HOTSPOT),
  FORCE_GARBAGE_COLLECTION(108, Phase.LIVE, Source.HOTSPOT),
  ITERATE_OVER_OBJECTS_REACHABLE_FROM_OBJECT(109, Phase.LIVE, Source.DEX),
  ITERATE_OVER_REACHABLE_OBJECTS(110, Phase.LIVE, Source.DEX),
  ITERATE_OVER_HEAP(111, Phase.LIVE, Source.DEX),
  ITERATE_OVER_INSTANCES_OF_CLASS(112, Phase.LIVE, Source.DEX),
  GET_OBJECTS_WITH_TAGS(114, Phase.START, Source.HOTSPOT),
  FOLLOW_REFERENCES(115, Phase.LIVE, Source.DEX),
  ITERATE_THROUGH_HEAP(116, Phase.LIVE, Source.DEX),
  SUSPEND_ALL_VIRTUAL_THREADS(118, Phase.LIVE, Source.HOTSPOT),
  RESUME_ALL_VIRTUAL_THREADS(119, Phase.LIVE, Source.HOTSPOT),
  SET_JNI_FUNCTION_TABLE(120, Phase.START, Source.VM),
  GET_JNI_FUNCTION_TABLE(121, Phase.START, Source.VM),
  SET_EVENT_CALLBACKS(122, Phase.ONLOAD, Source.VM),
  GENERATE_EVENTS(123, Phase.LIVE, Source.HOTSPOT),
  GET_EXTENSION_FUNCTIONS(124, Phase.ONLOAD, Source.HOTSPOT),
  GET_EXTENSION_EVENTS(125, Phase.ONLOAD, Source.HOTSPOT),
  SET_EXTENSION_EVENT_CALLBACK(126, Phase.ONLOAD, Source.HOTSPOT),
  DISPOSE_ENVIRONMENT(127, Phase.ONLOAD, Source.VM),
  GET_ERROR_NAME(128, Phase.ONLOAD, Source.HOTSPOT),
  GET_J_LOCATION_FORMAT(129, Phase.ONLOAD, Source.HOTSPOT),
  GET_SYSTEM_PROPERTIES(130, Phase.ONLOAD, Source.VM),
  GET_SYSTEM_PROPERTY(131, Phase.ONLOAD, Source.VM),
  SET_SYSTEM_PROPERTY(132, Phase.ONLOAD, Source.VM),
  GET_PHASE(133, Phase.ONLOAD, Source.VM),
  GET_CURRENT_THREAD_CPU_TIMER_INFO(134, Phase.ONLOAD, Source.HOTSPOT),
  GET_CURRENT_THREAD_CPU_TIME(135, Phase.START, Source.HOTSPOT),
  GET_THREAD_CPU_TIMER_INFO(136, Phase.ONLOAD, Source.HOTSPOT),
  GET_THREAD_CPU_TIME(137, Phase.START, Source.HOTSPOT),
  GET_TIMER_INFO(138, Phase.ONLOAD, Source.HOTSPOT),
  GET_TIME(139, Phase.ONLOAD, Source.HOTSPOT),
  GET_POTENTIAL_CAPABILITIES(140, Phase.ONLOAD, Source.VM),
  ADD_CAPABILITIES(142, Phase.ONLOAD, Source.VM),
  RELINQUISH_CAPABILITIES(143, Phase.ONLOAD, Source.VM),
  GET_AVAILABLE_PROCESSORS(144, Phase.ONLOAD, Source.HOTSPOT),
  GET_CLASS_VERSION_NUMBERS(145, Phase.START, Source.HOTSPOT),
  GET_CONSTANT_POOL(146, Phase.START, Source.HOTSPOT),
  GET_ENVIRONMENT_LOCAL_STORAGE(147, Phase.ONLOAD, Source.HOTSPOT),
  SET_ENVIRONMENT_LOCAL_STORAGE(148, Phase.ONLOAD, Source.HOTSPOT),
  ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH(149, Phase.ONLOAD, Source.VM),
  SET_VERBOSE_FLAG(150, Phase.ONLOAD, Source.HOTSPOT),
  ADD_TO_SYSTEM_CLASS_LOADER_SEARCH(151, Phase.ONLOAD, Source.VM),
  RETRANSFORM_CLASSES(152, Phase.LIVE, Source.DEX),
  GET_OWNED_MONITOR_STACK_DEPTH_INFO(153, Phase.LIVE, Source.DEX),
  GET_OBJECT_SIZE(154, Phase.START, Source.HOTSPOT),
  GET_LOCAL_INSTANCE(155, Phase.LIVE, Source.DEX),
  SET_HEAP_SAMPLING_INTERVAL(156, Phase.ONLOAD, Source.HOTSPOT);

  /** Where an agent's answer comes from. */
  public enum Source {
    /** HotSpot's, as it is. */
    HOTSPOT,
    /** HotSpot's, told in terms of dex code and without what is ours. */
    DEX,
    /** The VM's. */
    VM
  }

  /** The number of the last one. */
  public static final int COUNT = 156;

  private static final Function[] BY_NUMBER = new Function[COUNT + 1];

  static {
    for (Function each : values()) {
      BY_NUMBER[each.number] = each;
    }
  }

  private final int number;
  private final Phase earliest;
  private final Source source;

  Function(int number, Phase earliest, Source source) {
    this.number = number;
    this.earliest = earliest;
    this.source = source;
  }

  /** The function of a number that is one's. */
  public static Function of(int number) {
    return BY_NUMBER[number];
  }

  /** Its number; it is also its place in the table of functions, from 1 on. */
  public int number() {
    return number;
  }

  /** The first phase of the VM in which it may be called. */
  public Phase earliest() {
    return earliest;
  }

  /** Where its answers come from. */
  public Source source() {
    return source;
  }

  /** Its name in the specification. */
  public String specifiedName() {
    var name = new StringBuilder();
    for (String word : name().split("_")) {
      name.append(
          word.equals("JNI") ? word : word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
