package dev.dexscope.device.process;

import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.IdSizes;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpError;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What HotSpot tells debuggers, without the threads, frames and classes of the VM itself: those of
 * the program and of its platform are left.
 */
final class ProgramView {
  /** No user of a hub has ids from here on. */
  private static final int FIRST_ID = 0x60000000;

  private static final int SECONDS = 30;
  private static final int STEP = 1;
  private static final int CLASS_PREPARE = 8;
  private static final int CLASS_EXCLUDE = 6;
  private static final String PROGRAMS_GROUP = "Ldev/dexscope/vm/GuestThreads;";

  /** The beginnings of names that no program for Android has. */
  private static final List<String> HIDDEN =
      List.of(
          "Ldev/dexscope/vm/",
          "Ldev/dexscope/device/",
          "Ldev/dexscope/sandbox/",
          "Ldev/dexscope/wire/",
          "Ldev/dexscope/dex/",
          "Ldev/dexscope/trace/",
          "Ldev/dexscope/base/",
          "Ldev/dexscope/libcore/",
          "Ljava/lang/invoke/LambdaForm",
          "Ljava/lang/invoke/DirectMethodHandle",
          "Ljdk/internal/",
          "Lsun/");

  private static final Set<String> ANSWERED =
      Set.of(
          "VirtualMachine.AllClasses",
          "VirtualMachine.AllClassesWithGeneric",
          "VirtualMachine.AllThreads",
          "ThreadGroupReference.Children",
          "ThreadReference.Frames",
          "ThreadReference.FrameCount");

  private final JdwpConnection hotSpot;
  private final AtomicInteger lastId = new AtomicInteger(FIRST_ID);
  private final Map<Integer, CompletableFuture<JdwpPacket.Reply>> asked = new ConcurrentHashMap<>();
  private final Map<Long, String> signatures = new ConcurrentHashMap<>();
  private final Map<Long, Boolean> programGroups = new ConcurrentHashMap<>();

  ProgramView(JdwpConnection hotSpot) {
    this.hotSpot = hotSpot;
  }

  /** Takes a reply to a question of its own; false for one that is a user's. */
  boolean take(JdwpPacket packet) {
    CompletableFuture<JdwpPacket.Reply> question =
        packet instanceof JdwpPacket.Reply ? asked.remove(packet.id()) : null;
    if (question != null && packet instanceof JdwpPacket.Reply reply) {
      question.complete(reply);
    }
    return question != null;
  }

  /** Whether a command is answered by {@link #answer}; others are HotSpot's. */
  static boolean answers(JdwpPacket.Command packet) {
    return JdwpCommand.of(packet.set(), packet.command())
        .filter(each -> ANSWERED.contains(each.name()))
        .isPresent();
  }

  /** The answer; HotSpot's own refusals are passed on. */
  JdwpPacket.Reply answer(JdwpPacket.Command packet) throws IOException {
    JdwpCommand command = JdwpCommand.of(packet.set(), packet.command()).orElseThrow();
    try {
      Fields arguments = command.read(packet, IdSizes.EIGHT);
      byte[] data = command.reply().write(answer(command, arguments), IdSizes.EIGHT);
      return new JdwpPacket.Reply(packet.id(), 0, data);
    } catch (JdwpError e) {
      return new JdwpPacket.Reply(packet.id(), e.code(), new byte[0]);
    }
  }

  private Fields answer(JdwpCommand command, Fields arguments) throws IOException {
    return switch (command.name()) {
      case "VirtualMachine.AllThreads" ->
          Fields.NONE.with("threads", ofProgram(ask(command, arguments).list("threads"), "thread"));
      case "ThreadGroupReference.Children" -> {
        Fields all = ask(command, arguments);
        yield Fields.NONE
            .with("childThreads", ofProgram(all.list("childThreads"), "childThread"))
            .with("childGroups", all.list("childGroups"));
      }
      case "ThreadReference.Frames" -> frames(arguments);
      case "ThreadReference.FrameCount" ->
          Fields.NONE.with("frameCount", frames(arguments.number("thread")).size());
      default -> {
        List<Fields> classes = ask(command, arguments).list("classes");
        classes.forEach(each -> signatures.put(each.number("typeID"), each.text("signature")));
        yield Fields.NONE.with(
            "classes", filtered(classes, each -> !isHidden(each.text("signature"))));
      }
    };
  }

  private static List<Fields> filtered(List<Fields> all, Predicate<Fields> isShown) {
    return all.stream().filter(isShown).toList();
  }

  private static boolean isHidden(String signature) {
    int arrays = signature.lastIndexOf('[') + 1;
    return HIDDEN.stream().anyMatch(each -> signature.startsWith(each, arrays));
  }

  private Fields frames(Fields arguments) throws IOException {
    List<Fields> all = frames(arguments.number("thread"));
    int start = Math.clamp(arguments.number("startFrame"), 0, all.size());
    int length = (int) arguments.number("length");
    int end = length < 0 ? all.size() : (int) Math.min((long) start + length, all.size());
    return Fields.NONE.with("frames", all.subList(start, end));
  }

  private List<Fields> frames(long thread) throws IOException {
    Fields whole = Fields.NONE.with("thread", thread).with("startFrame", 0).with("length", -1);
    List<Fields> shown = new ArrayList<>();
    for (Fields each : ask(JdwpCommand.named("ThreadReference.Frames"), whole).list("frames")) {
      if (!isHidden(signature(each.location("location").referenceType()))) {
        shown.add(each);
      }
    }
    return shown;
  }

  private List<Fields> ofProgram(List<Fields> threads, String name) throws IOException {
    List<Fields> shown = new ArrayList<>();
    for (Fields each : threads) {
      if (isOfProgram(each.number(name))) {
        shown.add(each);
      }
    }
    return shown;
  }

  /** One that ends meanwhile is none any more. */
  private boolean isOfProgram(long thread) throws IOException {
    try {
      long group =
          ask(JdwpCommand.named("ThreadReference.ThreadGroup"), Fields.NONE.with("thread", thread))
              .number("group");
      return isOfProgramGroup(group);
    } catch (JdwpError e) {
      return false;
    }
  }

  private boolean isOfProgramGroup(long group) throws IOException {
    if (group == 0) {
      return false;
    }
    Boolean known = programGroups.get(group);
    if (known != null) {
      return known;
    }
    Fields object = Fields.NONE.with("object", group);
    long type = ask(JdwpCommand.named("ObjectReference.ReferenceType"), object).number("typeID");
    boolean isOfProgram =
        signature(type).equals(PROGRAMS_GROUP)
            || isOfProgramGroup(
                ask(
                        JdwpCommand.named("ThreadGroupReference.Parent"),
                        Fields.NONE.with("group", group))
                    .number("parentGroup"));
    programGroups.put(group, isOfProgram);
    return isOfProgram;
  }

  private String signature(long type) throws IOException {
    String known = signatures.get(type);
    if (known == null) {
      known =
          ask(JdwpCommand.named("ReferenceType.Signature"), Fields.NONE.with("refType", type))
              .text("signature");
      signatures.put(type, known);
    }
    return known;
  }

  private Fields ask(JdwpCommand command, Fields arguments) throws IOException {
    int id = lastId.updateAndGet(last -> last == Integer.MAX_VALUE ? FIRST_ID : last + 1);
    CompletableFuture<JdwpPacket.Reply> question = new CompletableFuture<>();
    asked.put(id, question);
    try {
      hotSpot.write(command.packet(id, arguments, IdSizes.EIGHT));
      JdwpPacket.Reply reply = question.get(SECONDS, TimeUnit.SECONDS);
      if (reply.error() != 0) {
        throw new JdwpError(command.name(), reply.error());
      }
      return command.read(reply, IdSizes.EIGHT);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("HotSpot does not answer " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      asked.remove(id);
    }
  }

  /** Steps do not end in the VM's own code, and its classes are not told of. */
  static JdwpPacket.Command adapted(JdwpPacket.Command packet) {
    JdwpCommand set = JdwpCommand.named("EventRequest.Set");
    if (packet.set() != set.set() || packet.command() != set.command()) {
      return packet;
    }
    Fields request = set.read(packet, IdSizes.EIGHT);
    long kind = request.number("eventKind");
    if (kind != STEP && kind != CLASS_PREPARE) {
      return packet;
    }
    List<Fields> modifiers = new ArrayList<>(request.list("modifiers"));
    for (String each : HIDDEN) {
      String pattern = each.substring(1).replace('/', '.') + "*";
      modifiers.add(Fields.NONE.with("modKind", CLASS_EXCLUDE).with("classPattern", pattern));
    }
    return set.packet(packet.id(), request.with("modifiers", modifiers), IdSizes.EIGHT);
  }
}
