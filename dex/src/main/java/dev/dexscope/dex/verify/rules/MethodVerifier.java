package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.types.RegType.UNDEFINED;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.INSTANTIATION;
import static dev.dexscope.dex.verify.verdict.Problem.LOCKING;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;
import static dev.dexscope.dex.verify.verdict.Problem.SKIP_COMPILER;
import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_NATIVE;
import static java.lang.classfile.ClassFile.ACC_STATIC;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.Op;
import dev.dexscope.dex.verify.link.ClassDefinition;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Linker;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.types.Recording;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import dev.dexscope.dex.verify.types.RegisterLine;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows the code of one method along every path until the types of the registers at each branch
 * target no longer change. Instructions are taken in the order in which ART takes them, so that the
 * same failures come first. One for each worker and dex file, used for one method after the other.
 */
public final class MethodVerifier {
  /** Registers of all branch targets of one method together: 32 MiB. */
  private static final long MAX_LINE_REGISTERS = 8L << 20;

  private static final int NOT_ASKED_YET = -1;

  private final DexFile dex;
  private final Findings findings;
  private final Effort effort;
  private final RegTypes types;
  private final ClassResolver classes;
  private final MethodBody body = new MethodBody();
  private final CodeStructure structure;
  private final Frame frame;
  private final InstructionRules rules;
  private final PcSet changed = new PcSet();
  private @Nullable RegisterLine[] lines = new RegisterLine[256];
  private byte[] flags = new byte[0];

  private int methodIndex;
  private int accessFlags;
  private boolean constructor;
  private int returnType;
  private boolean withLocks;

  /** The types that are known on one side of a branch only. */
  private @Nullable RegisterLine branchLine;

  private @Nullable RegisterLine fallthroughLine;
  private boolean handlerUnreachable;

  /** The registers that went to the handlers of a try last, and which try that was. */
  private RegisterLine thrown = new RegisterLine(0, false);

  private int thrownFrom;
  private int[] differing = new int[0];
  private int startGuess;
  private @Nullable Recording recorder;

  /** Whether an instruction with a failure links nevertheless: a runtime goes on after it. */
  private boolean isAnyInDoubt;

  /** Determines whether a runtime links an instruction in which a failure was found. */
  @FunctionalInterface
  public interface Links {
    boolean links(Klass code, Instruction at);
  }

  private final Links runtime;

  public MethodVerifier(
      DexFile dex, Linker linker, Findings findings, Effort effort, Links runtime) {
    this.dex = dex;
    this.runtime = runtime;
    this.findings = findings;
    this.effort = effort;
    this.types = new RegTypes(linker);
    this.frame = new Frame(types, findings);
    this.classes = new ClassResolver(dex, frame);
    this.structure = new CodeStructure(dex, body, findings);
    this.rules = new InstructionRules(this, frame, body, classes);
  }

  /** Verifies a method of the class; false when it is rejected. */
  public boolean verify(Klass declaring, EncodedMethod method, @Nullable Recording recording) {
    methodIndex = method.index();
    accessFlags = method.accessFlags();
    recorder = recording;
    isAnyInDoubt = false;
    findings.startMethod(this::name);
    findings.followsAllLocks = recording != null;
    classes.setReferrer(declaring);
    types.startMethod();
    frame.saveOnFailure = false;
    frame.pc = -1;
    boolean good = checkNameAndFlags(method.hasCode()) && (!method.hasCode() || verifyCode(method));
    if (recording != null && good && isAnyInDoubt) {
      followDoubts(recording);
    }
    if (recording != null && findings.locking) {
      recording.countLocks();
      if (good) {
        followFailedExits(recording);
      }
    }
    return good;
  }

  /**
   * Follows the code again, past instructions that ART does not follow and does run: what a missing
   * class made it find does not come true if the object is null, or of another class. Findings do
   * not count. What cannot be followed even then is not reached.
   */
  private void followDoubts(Recording recording) {
    recording.restart();
    for (int pc = 0; pc < body.size; pc++) {
      flags[pc] &= (byte) ~CodeStructure.VISITED;
    }
    findings.isSilent = true;
    findings.followsDoubts = true;
    try {
      followCode();
    } catch (Effort.Exhausted _) {
      recording.restart();
    } finally {
      findings.followsDoubts = false;
      findings.isSilent = false;
    }
  }

  /**
   * Follows a monitor-exit that fails in correct code. It may if monitors cannot be followed, and
   * ART then runs handlers that its verifier has not checked: findings in them do not count against
   * the method, and they do not change the types of verified code.
   */
  private void followFailedExits(Recording recording) {
    findings.isSilent = true;
    for (int pc = 0; pc < body.size; pc++) {
      if ((flags[pc] & CodeStructure.VISITED) != 0) {
        flags[pc] |= CodeStructure.SETTLED;
      }
    }
    thrownFrom = -1;
    try {
      while (reachHandlersOfExits(recording)) {
        if (!followChanges()) {
          recording.forget(frame.pc);
          return;
        }
      }
    } catch (Effort.Exhausted _) {
      // What has not been recorded is not reached.
    } finally {
      findings.isSilent = false;
    }
  }

  /** Lets each monitor-exit lead to handlers that nothing leads to yet; whether there are any. */
  private boolean reachHandlersOfExits(Recording recording) {
    boolean isAny = false;
    for (int pc = 0; pc < body.size; pc++) {
      boolean isExit = recording.line(pc) != null && (body.insns[pc] & 0xff) == Op.MONITOR_EXIT;
      int at = isExit ? body.findTry(pc) : -1;
      for (int i = at < 0 ? 0 : body.tryHandlers[at]; at >= 0 && i < body.tryHandlersEnd[at]; i++) {
        if ((flags[body.handlerPc[i]] & CodeStructure.VISITED) == 0) {
          update(body.handlerPc[i], lineOf(recording, pc));
          isAny = true;
        }
      }
    }
    return isAny;
  }

  /** The registers before an instruction, with no monitor held. */
  private RegisterLine lineOf(Recording recording, int pc) {
    RegisterLine line = newLine();
    int[] types = Objects.requireNonNull(recording.line(pc));
    System.arraycopy(types, 0, line.types, 0, types.length);
    line.thisInitialized = true;
    return line;
  }

  /** The method as messages show it. */
  String name() {
    return Pretty.method(dex, methodIndex);
  }

  private boolean checkNameAndFlags(boolean hasCode) {
    boolean named = LinkedMethod.isConstructorName(dex.methodName(methodIndex));
    if ((accessFlags & LinkedMethod.CONSTRUCTOR) != 0 && !named) {
      frame.hard("method is marked as constructor, but not named accordingly");
      return false;
    }
    constructor = named;
    if (!hasCode && (accessFlags & (ACC_NATIVE | ACC_ABSTRACT)) == 0) {
      frame.hard("zero-length code in concrete non-native method");
      return false;
    }
    return true;
  }

  private boolean verifyCode(EncodedMethod method) {
    try {
      dex.readBody(method.codeOffset(), body);
      effort.spend(body.size);
      return structure.check(effort) && followCode();
    } catch (Effort.Exhausted _) {
      frame.hard("verification takes too long");
      return false;
    }
  }

  boolean isConstructor() {
    return constructor;
  }

  boolean isInstanceConstructor() {
    return constructor && (accessFlags & ACC_STATIC) == 0;
  }

  int returnType() {
    if (returnType == NOT_ASKED_YET) {
      returnType = classes.returnType(dex.methodProto(methodIndex));
      classes.checkInstantiable(returnType);
    }
    return returnType;
  }

  boolean declaresFinalInstanceField() {
    ClassDefinition definition = classes.referrer().definition();
    if (definition == null) {
      return false;
    }
    for (ClassDefinition.Member field : definition.fields()) {
      if ((field.flags() & (ACC_FINAL | ACC_STATIC)) == ACC_FINAL) {
        return true;
      }
    }
    return false;
  }

  boolean isTarget(int pc) {
    return (flags[pc] & CodeStructure.TARGET) != 0;
  }

  /** The address of the instruction before. */
  int previous(int pc) {
    int before = pc - 1;
    while (before > 0 && (flags[before] & CodeStructure.OPCODE) == 0) {
      before--;
    }
    return before;
  }

  /** A line for one side of the branch that is being verified. */
  RegisterLine refinedLine(boolean fallthrough) {
    RegisterLine line = newLine();
    if (fallthrough) {
      fallthroughLine = line;
    } else {
      branchLine = line;
    }
    return line;
  }

  private RegisterLine newLine() {
    return new RegisterLine(body.registers, withLocks);
  }

  private boolean followCode() {
    flags = structure.flags;
    withLocks = hasMonitorEnter();
    returnType = NOT_ASKED_YET;
    startGuess = 0;
    changed.reset(body.size);
    if (lines.length < body.size) {
      lines = new RegisterLine[Math.max(body.size, lines.length * 2)];
    } else {
      Arrays.fill(lines, 0, body.size, null);
    }
    if (countTargets() * body.registers > MAX_LINE_REGISTERS) {
      frame.hard("too many registers at too many branch targets");
      return false;
    }
    frame.startMethod(body.registers, withLocks);
    thrownFrom = -1;
    if (body.tries > 0) {
      thrown = newLine();
      differing = new int[body.registers];
    }
    RegisterLine first = newLine();
    lines[0] = first;
    if (!setParameters(first)) {
      return false;
    }
    findings.endInstruction();
    changed.add(0);
    return followChanges();
  }

  private boolean hasMonitorEnter() {
    for (int pc = 0; pc < body.size; pc++) {
      if ((body.insns[pc] & 0xff) == Op.MONITOR_ENTER && (flags[pc] & CodeStructure.OPCODE) != 0) {
        return true;
      }
    }
    return false;
  }

  private long countTargets() {
    long count = 0;
    for (int pc = 0; pc < body.size; pc++) {
      count += (flags[pc] & CodeStructure.TARGET) == 0 ? 0 : 1;
    }
    return count;
  }

  private boolean setParameters(RegisterLine line) {
    int register = body.registers - body.ins;
    boolean instance = (accessFlags & ACC_STATIC) == 0;
    if (instance) {
      if (body.ins == 0) {
        frame.hard("bad signature: expected 0 args, but method is not static");
        return false;
      }
      line.types[register++] = thisType(line);
    }
    int[] parameters = dex.parameters(dex.methodProto(methodIndex));
    for (int typeIndex : parameters) {
      int type = classes.type(typeIndex);
      boolean wide = RegType.isLowHalf(type);
      if (register + (wide ? 1 : 0) >= body.registers) {
        frame.hard("bad signature: expected " + body.ins + " args, found more");
        return false;
      }
      if (type == CONFLICT) {
        frame.fail(
            BAD_CLASS_SOFT, "bad signature: broken descriptor '" + dex.type(typeIndex) + "'");
        return false;
      }
      classes.checkInstantiable(type);
      line.types[register++] = type;
      if (wide) {
        line.types[register++] = RegType.highHalf(type);
      }
    }
    if (register != body.registers) {
      int found = body.ins - (body.registers - register);
      frame.hard("bad signature: expected " + body.ins + " arguments, found " + found);
      return false;
    }
    return true;
  }

  private int thisType(RegisterLine line) {
    int type = classes.referrerType();
    if (!constructor) {
      return type;
    }
    if (type == types.object) {
      line.thisInitialized = true;
      return type;
    }
    return types.uninitialized(type, RegTypes.THIS);
  }

  /** Constructors may return only when {@code this} is initialized. */
  boolean checkConstructorReturn() {
    return checkConstructorReturn(frame.work);
  }

  private boolean checkConstructorReturn(RegisterLine line) {
    if (isInstanceConstructor() && !line.thisInitialized) {
      frame.hard("constructor returning without calling superclass constructor");
      return false;
    }
    return true;
  }

  private boolean followChanges() {
    while (true) {
      int pc = changed.next(startGuess);
      if (pc < 0 || pc >= body.size) {
        if (startGuess == 0) {
          return true;
        }
        startGuess = 0;
        continue;
      }
      frame.pc = pc;
      effort.spend(2);
      if (isTarget(pc)) {
        frame.work.copyFrom(Objects.requireNonNull(lines[pc]));
        effort.spend(body.registers);
      }
      if (recorder != null) {
        recorder.record(pc, frame.work, types);
      }
      if (!verifyInstruction(pc) && !leaveOut(pc)) {
        return false;
      }
      flags[pc] |= CodeStructure.VISITED;
      changed.remove(pc);
    }
  }

  /** Marks an instruction as not reached if code is followed that ART does not verify. */
  private boolean leaveOut(int pc) {
    if (findings.followsDoubts && recorder != null) {
      recorder.forget(pc);
      findings.hard = false;
      findings.endInstruction();
    }
    return findings.followsDoubts;
  }

  private boolean verifyInstruction(int pc) {
    int opcode = body.insns[pc] & 0xff;
    int op = Opcode.flags(opcode);
    boolean inTry = (flags[pc] & CodeStructure.IN_TRY) != 0;
    boolean canThrow =
        (op & Opcode.CAN_THROW) != 0 || opcode == Op.RETURN_OBJECT || opcode == Op.MOVE_EXCEPTION;
    if (inTry && canThrow) {
      frame.saved.copyFrom(frame.work);
      effort.spend(body.registers);
    }
    frame.saveOnFailure = inTry && !canThrow;
    branchLine = null;
    fallthroughLine = null;
    handlerUnreachable = false;

    boolean leavesResult = rules.apply(opcode);
    if (findings.hard) {
      return false;
    }
    int control =
        op
            & (Opcode.CAN_CONTINUE
                | Opcode.CAN_BRANCH
                | Opcode.CAN_SWITCH
                | Opcode.CAN_THROW
                | Opcode.CAN_RETURN);
    if (opcode == Op.MONITOR_EXIT && !findings.losesLocks) {
      // What monitor-exit could throw, the checks on monitors exclude.
      control &= ~Opcode.CAN_THROW;
    }
    if (findings.instructionThrows && !isFollowed(pc)) {
      control = Opcode.CAN_THROW;
    }
    if (!leavesResult) {
      frame.clearResult();
    }
    boolean good = transfer(pc, opcode, control, inTry);
    findings.endInstruction();
    return good;
  }

  /** Returns whether an instruction with a failure is followed as one without. */
  private boolean isFollowed(int pc) {
    if (recorder == null || findings.thrown == null) {
      return false;
    }
    recorder.fail(pc, findings.thrown);
    Instruction at = body.instructions();
    at.moveTo(pc);
    boolean links =
        findings.thrown.problem() != INSTANTIATION && runtime.links(classes.referrer(), at);
    isAnyInDoubt |= links;
    return links && findings.followsDoubts;
  }

  private boolean transfer(int pc, int opcode, int control, boolean inTry) {
    if ((control & Opcode.CAN_BRANCH) != 0 && !branch(pc)) {
      return false;
    }
    if ((control & Opcode.CAN_SWITCH) != 0 && !branchToCases(pc, opcode)) {
      return false;
    }
    if ((control & Opcode.CAN_THROW) != 0 && inTry && !throwToHandlers(pc, opcode)) {
      return false;
    }
    int next = pc + Opcode.width(opcode);
    if ((control & Opcode.CAN_CONTINUE) != 0 && !handlerUnreachable && !continueTo(next)) {
      return false;
    }
    if ((control & Opcode.CAN_RETURN) != 0) {
      checkNoMonitorHeld(frame.work);
    }
    if ((control & Opcode.CAN_CONTINUE) != 0) {
      startGuess = Math.min(next, body.size - 1);
    } else if ((control & Opcode.CAN_BRANCH) != 0) {
      startGuess = pc + body.branchOffset(pc);
    }
    return !findings.hard;
  }

  private void checkNoMonitorHeld(RegisterLine line) {
    if (line.depth != 0) {
      frame.note(LOCKING, "expected empty monitor stack at return");
    }
  }

  private boolean branch(int pc) {
    int target = pc + body.branchOffset(pc);
    return checkNotMoveException(target)
        && checkNotMoveResult(target)
        && update(target, branchLine == null ? frame.work : branchLine);
  }

  private boolean branchToCases(int pc, int opcode) {
    int payload = pc + body.int32(pc + 1);
    int count = body.insns[payload + 1];
    int targets = payload + (opcode == Op.PACKED_SWITCH ? 4 : 2 + 2 * count);
    effort.spend(count);
    for (int i = 0; i < count; i++) {
      int target = pc + body.int32(targets + 2 * i);
      if (!checkNotMoveException(target)
          || !checkNotMoveResult(target)
          || !update(target, frame.work)) {
        return false;
      }
    }
    return true;
  }

  private boolean throwToHandlers(int pc, int opcode) {
    int at = body.findTry(pc);
    if (at >= 0 && !updateHandlers(at)) {
      return false;
    }
    // An exception must not leave the method with a monitor held. A monitor-enter that throws has
    // not entered.
    boolean held = frame.work.depth > (opcode == Op.MONITOR_ENTER ? 1 : 0);
    if (held && (at < 0 || !catchesAll(at))) {
      frame.hard("expected to be within a catch-all for an instruction where a monitor is held");
      return false;
    }
    return true;
  }

  /**
   * Merges the registers before an instruction into the handlers of its try. Most differ in a
   * register or two from those that came there before: only these need a look.
   */
  private boolean updateHandlers(int at) {
    RegisterLine line = frame.saved;
    if (at == thrownFrom && line.hasStateOf(thrown)) {
      effort.spend(body.registers);
      int count = line.differences(thrown, differing);
      for (int i = body.tryHandlers[at]; count > 0 && i < body.tryHandlersEnd[at]; i++) {
        int target = body.handlerPc[i];
        effort.spend(count);
        if (isSettled(target)) {
          continue;
        }
        RegisterLine known = Objects.requireNonNull(lines[target]);
        if (known.mergeTypes(line, differing, count, types)) {
          changed.add(target);
        }
      }
    } else {
      for (int i = body.tryHandlers[at]; i < body.tryHandlersEnd[at]; i++) {
        if (!update(body.handlerPc[i], line)) {
          return false;
        }
      }
    }
    thrown.copyFrom(line);
    thrownFrom = at;
    return true;
  }

  private boolean catchesAll(int at) {
    for (int i = body.tryHandlers[at]; i < body.tryHandlersEnd[at]; i++) {
      int type = body.handlerType[i];
      if (type == MethodBody.CATCH_ALL || classes.type(type) == types.throwable) {
        return true;
      }
    }
    return false;
  }

  private boolean continueTo(int next) {
    if (next >= body.size) {
      frame.hard("execution can walk off end of code area");
      return false;
    }
    if (!checkNotMoveException(next)) {
      return false;
    }
    if (fallthroughLine != null) {
      frame.work.copyFrom(fallthroughLine);
    }
    if ((flags[next] & CodeStructure.RETURN) != 0) {
      keepReturned(next, frame.work);
    }
    if (!isTarget(next)) {
      changed.add(next);
      return true;
    }
    return update(next, frame.work);
  }

  /** Keeps only the returned value at a return. */
  private void keepReturned(int pc, RegisterLine line) {
    switch (body.insns[pc] & 0xff) {
      case Op.RETURN, Op.RETURN_OBJECT -> line.keepOnly(body.registerA(pc), 1);
      case Op.RETURN_WIDE -> line.keepOnly(body.registerA(pc), 2);
      default -> {
        checkConstructorReturn(line);
        line.keepOnly(0, 0);
      }
    }
  }

  private boolean checkNotMoveException(int pc) {
    if ((body.insns[pc] & 0xff) == Op.MOVE_EXCEPTION) {
      frame.hard("invalid use of move-exception");
      return false;
    }
    return true;
  }

  private boolean checkNotMoveResult(int pc) {
    if (structure.isMoveResult(pc)) {
      frame.hard("invalid use of move-result*");
      return false;
    }
    return true;
  }

  /** Merges the registers into a possible target of control. */
  private boolean update(int target, RegisterLine from) {
    effort.spend(body.registers);
    if (isSettled(target)) {
      return true;
    }
    RegisterLine line = lines[target];
    if ((flags[target] & CodeStructure.VISITED) == 0 && !changed.contains(target)) {
      if (line == null) {
        line = newLine();
        lines[target] = line;
      }
      line.copyFrom(from);
      if ((flags[target] & CodeStructure.RETURN) != 0) {
        checkNoMonitorHeld(from);
        keepReturned(target, line);
      }
      changed.add(target);
      return !findings.hard;
    }
    if (merge(Objects.requireNonNull(line), from)) {
      changed.add(target);
    }
    return !findings.hard;
  }

  private boolean isSettled(int target) {
    return (flags[target] & CodeStructure.SETTLED) != 0;
  }

  private boolean merge(RegisterLine line, RegisterLine from) {
    boolean less = line.mergeTypes(from, types);
    if (!line.mergeLocks(from)) {
      frame.note(LOCKING, "mismatched monitors where paths meet");
    }
    return less;
  }

  /** Sets the register to the type that the handler at this place catches. */
  void moveException(int register) {
    if (frame.pc == 0) {
      frame.hard("move-exception at pc 0x0");
      return;
    }
    frame.set(register, caughtType());
  }

  private int caughtType() {
    int caught = UNDEFINED;
    int unresolved = UNDEFINED;
    for (int i = 0; i < body.handlers; i++) {
      if (body.handlerPc[i] != frame.pc) {
        continue;
      }
      if (body.handlerType[i] == MethodBody.CATCH_ALL) {
        caught = types.throwable;
        continue;
      }
      int type = classes.resolve(body.handlerType[i], ClassResolver.Access.CHECKED_IF_RESOLVED);
      if (types.isAssignable(types.throwable, type)) {
        caught = caught == UNDEFINED ? type : types.merge(caught, type);
      } else if (types.isUnresolved(type)) {
        unresolved = unresolved == UNDEFINED ? type : types.merge(unresolved, type);
      } else {
        frame.fail(BAD_CLASS_SOFT, "unexpected non-exception class " + frame.name(type));
        return CONFLICT;
      }
    }
    return caughtType(caught, unresolved);
  }

  private int caughtType(int caught, int unresolved) {
    if (unresolved != UNDEFINED && caught == UNDEFINED) {
      // Nothing can be thrown that only missing classes catch.
      frame.note(SKIP_COMPILER, "unresolved catch handler is unreachable");
      handlerUnreachable = true;
      return unresolved;
    }
    if (unresolved != UNDEFINED) {
      frame.note(NO_CLASS, "unresolved catch handler");
      return types.merge(unresolved, caught);
    }
    if (caught == UNDEFINED) {
      frame.fail(BAD_CLASS_SOFT, "unable to find exception handler");
      return CONFLICT;
    }
    return caught;
  }
}
