package dev.dexscope.dexer;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces subroutines (JVMS 4.9.1), by which compilers before Java 6 wrote {@code finally}: each
 * call has the subroutine's code in its place, as dex code has no such calls.
 */
final class Subroutines {
  /** Subroutines in subroutines multiply. */
  private static final int MOST_ELEMENTS = 50_000;

  private final CodeBuilder to;
  private final List<CodeElement> elements;
  private final Map<Label, Integer> places = new HashMap<>();
  private final List<ExceptionCatch> handlers = new ArrayList<>();
  private final Map<Label, BitSet> routines = new HashMap<>();
  private final Deque<Copy> waiting = new ArrayDeque<>();
  private int written;

  /** The code of the method, or of a subroutine for one of its calls. */
  private record Copy(
      BitSet own,
      Map<Label, Label> labels,
      @Nullable Label start,
      @Nullable Label entry,
      @Nullable Label next) {}

  private Subroutines(CodeModel code, CodeBuilder to) {
    this.to = to;
    this.elements = code.elementList();
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof LabelTarget target) {
        places.put(target.label(), i);
      } else if (elements.get(i) instanceof ExceptionCatch each) {
        handlers.add(each);
      }
    }
  }

  /** Returns a class without subroutines. */
  static byte[] replaced(ClassModel model) {
    var writer =
        ClassFile.of(
            ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
    return writer.transformClass(
        model,
        (to, element) -> {
          if (element instanceof MethodModel method && has(method)) {
            to.transformMethod(
                method,
                (made, part) -> {
                  if (part instanceof CodeModel code) {
                    made.withCode(b -> new Subroutines(code, b).write());
                  } else {
                    made.with(part);
                  }
                });
          } else {
            to.with(element);
          }
        });
  }

  /** Returns whether a method has subroutines. */
  private static boolean has(MethodModel method) {
    CodeModel code = method.code().orElse(null);
    if (code != null) {
      for (CodeElement each : code) {
        if (each instanceof JsrInstruction) {
          return true;
        }
      }
    }
    return false;
  }

  private void write() {
    waiting.add(new Copy(reachedFrom(0), newLabels(), null, null, null));
    while (!waiting.isEmpty()) {
      write(waiting.remove());
    }
  }

  private Map<Label, Label> newLabels() {
    Map<Label, Label> labels = new HashMap<>();
    for (Label each : places.keySet()) {
      labels.put(each, to.newLabel());
    }
    return labels;
  }

  private int place(Label label) {
    Integer place = places.get(label);
    if (place == null) {
      throw new UnsupportedClassException("a label that is nowhere");
    }
    return place;
  }

  /** Returns the elements that run after one, without those of subroutines that are called. */
  private BitSet reachedFrom(int start) {
    BitSet reached = new BitSet();
    Deque<Integer> work = new ArrayDeque<>(List.of(start));
    while (!work.isEmpty()) {
      for (int at = work.remove(); at < elements.size() && !reached.get(at); at++) {
        reached.set(at);
        CodeElement each = elements.get(at);
        if (each instanceof Instruction instruction) {
          addTargets(instruction, work);
          addHandlers(at, work);
          if (ends(instruction)) {
            break;
          }
        }
      }
    }
    return reached;
  }

  private void addTargets(Instruction instruction, Deque<Integer> work) {
    if (instruction instanceof BranchInstruction branch) {
      work.add(place(branch.target()));
    } else if (instruction instanceof TableSwitchInstruction table) {
      work.add(place(table.defaultTarget()));
      table.cases().forEach(each -> work.add(place(each.target())));
    } else if (instruction instanceof LookupSwitchInstruction lookup) {
      work.add(place(lookup.defaultTarget()));
      lookup.cases().forEach(each -> work.add(place(each.target())));
    }
  }

  private void addHandlers(int at, Deque<Integer> work) {
    for (ExceptionCatch each : handlers) {
      if (at > place(each.tryStart()) && at < place(each.tryEnd())) {
        work.add(place(each.handler()));
      }
    }
  }

  private static boolean ends(Instruction instruction) {
    return instruction instanceof ReturnInstruction
        || instruction instanceof ThrowInstruction
        || instruction instanceof RetInstruction
        || instruction instanceof TableSwitchInstruction
        || instruction instanceof LookupSwitchInstruction
        || (instruction instanceof BranchInstruction branch && isGoto(branch));
  }

  private static boolean isGoto(BranchInstruction branch) {
    int opcode = branch.opcode().bytecode();
    return opcode == Bytecode.GOTO || opcode == Bytecode.GOTO_W;
  }

  private void write(Copy copy) {
    if (copy.start != null && copy.entry != null) {
      to.labelBinding(copy.start);
      to.goto_(copy.labels.get(copy.entry));
    }
    for (int i = 0; i < elements.size(); i++) {
      if (++written > MOST_ELEMENTS) {
        throw new UnsupportedClassException("subroutines in subroutines");
      }
      CodeElement each = elements.get(i);
      if (each instanceof LabelTarget target) {
        to.labelBinding(copy.labels.get(target.label()));
      } else if (copy.own.get(i)) {
        write(each, copy);
      }
    }
    for (ExceptionCatch each : handlers) {
      if (copy.own.get(place(each.handler()))) {
        Label from = copy.labels.get(each.tryStart());
        Label end = copy.labels.get(each.tryEnd());
        Label handler = copy.labels.get(each.handler());
        if (each.catchType().isPresent()) {
          to.exceptionCatch(from, end, handler, each.catchType().get());
        } else {
          to.exceptionCatchAll(from, end, handler);
        }
      }
    }
  }

  private void write(CodeElement element, Copy copy) {
    if (element instanceof JsrInstruction call) {
      Label called = to.newLabel();
      Label next = to.newLabel();
      BitSet routine = routines.computeIfAbsent(call.target(), each -> reachedFrom(place(each)));
      waiting.add(new Copy(routine, newLabels(), called, call.target(), next));
      // In the place of the address to which the subroutine returns.
      to.aconst_null().goto_(called).labelBinding(next);
    } else if (element instanceof RetInstruction) {
      if (copy.next == null) {
        throw new UnsupportedClassException("a return from no subroutine");
      }
      to.goto_(copy.next);
    } else if (element instanceof BranchInstruction branch) {
      to.branch(branch.opcode(), copy.labels.get(branch.target()));
    } else if (element instanceof TableSwitchInstruction table) {
      to.tableswitch(
          table.lowValue(),
          table.highValue(),
          copy.labels.get(table.defaultTarget()),
          cases(table.cases(), copy));
    } else if (element instanceof LookupSwitchInstruction lookup) {
      to.lookupswitch(copy.labels.get(lookup.defaultTarget()), cases(lookup.cases(), copy));
    } else if (element instanceof Instruction || element instanceof LineNumber) {
      to.with(element);
    }
  }

  private static List<SwitchCase> cases(List<SwitchCase> from, Copy copy) {
    List<SwitchCase> cases = new ArrayList<>();
    for (SwitchCase each : from) {
      cases.add(SwitchCase.of(each.caseValue(), copy.labels.get(each.target())));
    }
    return cases;
  }
}
