package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.types.RegType.UNDEFINED;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_HARD;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;

import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import dev.dexscope.dex.verify.types.RegisterLine;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;

/**
 * The state in which an instruction is verified: the registers as the way here left them, the
 * result of the instruction before, and where failures go.
 */
final class Frame {
  final RegTypes types;
  private final Findings findings;

  /** The registers, changed by the instruction. */
  RegisterLine work = new RegisterLine(0, false);

  /** The registers before an instruction that can throw: what its handlers see. */
  RegisterLine saved = work;

  int pc;

  /** True when handlers cover an instruction that is not known to throw. */
  boolean saveOnFailure;

  /** The result that the next instruction may move-result; the high half if it is wide. */
  int result;

  int resultHigh;

  Frame(RegTypes types, Findings findings) {
    this.types = types;
    this.findings = findings;
  }

  void startMethod(int registers, boolean withLocks) {
    work = new RegisterLine(registers, withLocks);
    saved = new RegisterLine(registers, withLocks);
    clearResult();
  }

  void hard(String reason) {
    fail(BAD_CLASS_HARD, reason);
  }

  void fail(Problem problem, String reason) {
    findings.add(problem, pc, reason);
    if (saveOnFailure && findings.verdict(problem) != Verdict.HARD) {
      // It throws after all. This stands before anything that the instruction changes.
      saved.copyFrom(work);
    }
  }

  /** Rejects an object that may be of another class than is known, where that is not followed. */
  boolean doubts(String reason) {
    fail(findings.followsDoubts ? NO_CLASS : BAD_CLASS_HARD, reason);
    return findings.followsDoubts;
  }

  /** A failure that does not make the instruction throw. */
  void note(Problem problem, String reason) {
    findings.note(problem, pc, reason);
  }

  boolean rejected() {
    return findings.hard;
  }

  int get(int register) {
    return work.types[register];
  }

  String name(int type) {
    return types.name(type);
  }

  boolean set(int register, int type) {
    if (RegType.isHalf(type)) {
      hard("expected category1 register type not '" + name(type) + "'");
      return false;
    }
    work.set(register, type);
    return true;
  }

  /** Sets a register or, when the type is a low half, a pair. */
  void setAny(int register, int type) {
    if (RegType.isLowHalf(type)) {
      work.setWide(register, type);
    } else {
      set(register, type);
    }
  }

  /** A better type for the same object: its monitors stay. */
  void refine(int register, int type) {
    work.types[register] = type;
  }

  void setResult(int type) {
    result = type;
    resultHigh = RegType.isLowHalf(type) ? RegType.highHalf(type) : UNDEFINED;
  }

  void clearResult() {
    result = UNDEFINED;
    resultHigh = UNDEFINED;
  }

  void moveResult(int register, boolean reference) {
    if (reference ? !RegType.isReference(result) : !RegType.isCategory1(result)) {
      hard("copyRes1 v" + register + "<- result0 type=" + name(result));
      return;
    }
    set(register, result);
    clearResult();
  }

  void moveResultWide(int register) {
    if (!RegType.isLowHalf(result)) {
      hard("copyRes2 v" + register + "<- result0 type=" + name(result));
      return;
    }
    work.setWide(register, result);
    clearResult();
  }

  void move(int to, int from, boolean reference) {
    int type = get(from);
    if (!set(to, type)) {
      return;
    }
    boolean fits = reference ? RegType.isReference(type) : RegType.isCategory1(type);
    if (type != CONFLICT && !fits) {
      hard("copy1 v" + to + "<-v" + from + " type=" + name(type) + (reference ? " cat=ref" : ""));
    } else if (reference) {
      work.copyLocks(to, from);
    }
  }

  void moveWide(int to, int from) {
    int low = get(from);
    int high = get(from + 1);
    if (RegType.isPair(low, high)) {
      work.setWide(to, low);
    } else {
      hard("copy2 v" + to + "<-v" + from + " type=" + name(low) + "/" + name(high));
    }
  }

  /** Checks that a register, or a pair, can be used as the type. */
  boolean expect(int register, int expected) {
    int type = get(register);
    if (!types.isAssignable(expected, type)) {
      fail(
          mismatch(expected, type),
          "register v" + register + " has type " + name(type) + " but expected " + name(expected));
      return false;
    }
    if (RegType.isLowHalf(expected)
        && (register + 1 == work.types.length || !RegType.isPair(type, get(register + 1)))) {
      hard(
          "wide register v"
              + register
              + " has type "
              + name(type)
              + "/"
              + (register + 1 == work.types.length ? "nothing" : name(get(register + 1))));
      return false;
    }
    return true;
  }

  private Problem mismatch(int expected, int actual) {
    if (!RegType.isNonZeroReference(expected)
        || !RegType.isNonZeroReference(actual)
        || RegTypes.isUninitialized(expected)
        || RegTypes.isUninitialized(actual)) {
      return BAD_CLASS_HARD;
    }
    return types.isUnresolved(expected) || types.isUnresolved(actual) ? NO_CLASS : BAD_CLASS_SOFT;
  }
}
