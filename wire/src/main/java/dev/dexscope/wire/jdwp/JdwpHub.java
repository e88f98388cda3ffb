package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.WireFormatException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One VM for several users: a debugger, a monitor, a profiler. A VM accepts one connection; here
 * each user has its own.
 *
 * <ul>
 *   <li>Commands get ids that no other user's have, and replies go to the sender.
 *   <li>Events go to the users that requested them. If two wait for the same stop, the VM is
 *       suspended once for each, so that it continues when both have resumed it.
 *   <li>A VM that waits after its start is not suspended for any user: the first resume starts it,
 *       and users that connect before receive the start event.
 *   <li>The VM's DDM chunks go to all users that have sent DDM chunks.
 *   <li>When a user disconnects, with {@code Dispose} or without, its event requests are removed,
 *       and what it has suspended is resumed; the VM stays attached.
 * </ul>
 *
 * <pre>{@code
 * JdwpHub hub = JdwpHub.over(vm);
 * Thread.ofVirtual().start(() -> hub.serve(debugger));
 * hub.serve(monitor);
 * }</pre>
 */
public final class JdwpHub implements Closeable {
  private static final int MOST_USERS = 64;
  private static final JdwpCommand COMPOSITE = JdwpCommand.named("Event.Composite");
  private static final JdwpCommand ID_SIZES = JdwpCommand.named("VirtualMachine.IDSizes");
  private static final JdwpCommand RESUME = JdwpCommand.named("VirtualMachine.Resume");
  private static final int BREAKPOINT = 2;

  private static final ThreadFactory VIRTUAL = Thread.ofVirtual().name("jdwp hub").factory();

  private final JdwpConnection vm;
  private final @Nullable LongPackets longPackets;
  private final ThreadFactory threads;
  private final Object lock = new Object();

  /** By their numbers; 0 is the hub itself. */
  private final Map<Integer, HubUser> users = new LinkedHashMap<>();

  private final HubUser own;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private IdSizes sizes = IdSizes.EIGHT;
  private boolean sizesAsked;

  /** The event by which the VM reported that it waits since its start; null once it may run. */
  private JdwpPacket.@Nullable Command start;

  private JdwpHub(JdwpConnection vm, @Nullable LongPackets longPackets, ThreadFactory threads) {
    this.vm = vm;
    this.longPackets = longPackets;
    this.threads = threads;
    own = new HubUser(0, new OwnOutlet());
  }

  /** Over a connection with a VM, which belongs to the hub from now on. */
  public static JdwpHub over(JdwpConnection vm) {
    return start(new JdwpHub(vm, null, VIRTUAL));
  }

  /**
   * Returns a hub whose packets that are too long for the memory are not sent to users.
   *
   * @param longPackets receives them before the VM's next packet is read
   */
  public static JdwpHub over(JdwpConnection vm, LongPackets longPackets) {
    return start(new JdwpHub(vm, longPackets, VIRTUAL));
  }

  /**
   * The same over the VM of this very process. A debugger that stops it stops its virtual threads,
   * too: the hub's own are to be others.
   */
  public static JdwpHub over(JdwpConnection vm, ThreadFactory threads) {
    return start(new JdwpHub(vm, null, threads));
  }

  private static JdwpHub start(JdwpHub hub) {
    hub.threads.newThread(hub::readAll).start();
    return hub;
  }

  /** Ends when the VM's connection does, with the reason where that is a failure. */
  public CompletableFuture<@Nullable Void> ended() {
    return ended.copy();
  }

  /**
   * Serves a user until it disconnects or the VM ends, then closes the connection.
   *
   * @throws WireFormatException if the user sends anything but packets
   * @throws IOException if the connection fails
   */
  public void serve(JdwpConnection connection) throws IOException {
    QueuedOutlet outlet = new QueuedOutlet(connection, true);
    HubUser user = join(outlet);
    threads.newThread(outlet::writeAll).start();
    try {
      @Nullable JdwpPacket packet;
      while ((packet = connection.read()) != null) {
        if (packet instanceof JdwpPacket.Command command && !take(user, command)) {
          connection.write(new JdwpPacket.Reply(command.id(), 0, new byte[0]));
          break;
        }
      }
    } finally {
      leave(user);
    }
  }

  /**
   * Adds a user whose connection is read by the caller, because not all of its packets are for the
   * VM. The VM's packets are written to the connection, which stays open when the user is removed.
   *
   * @throws IOException if the connection fails
   */
  public Place join(JdwpConnection connection) throws IOException {
    QueuedOutlet outlet = new QueuedOutlet(connection, false);
    HubUser user = join(outlet);
    threads.newThread(outlet::writeAll).start();
    return new Place(connection, user);
  }

  /** The result of {@link #join}. */
  public final class Place implements Closeable {
    private final JdwpConnection connection;
    private final HubUser user;

    private Place(JdwpConnection connection, HubUser user) {
      this.connection = connection;
      this.user = user;
    }

    /**
     * Sends a command to the VM.
     *
     * @return whether the user stays; after {@code Dispose} it has left
     * @throws IOException if the connection fails
     */
    public boolean send(JdwpPacket.Command command) throws IOException {
      if (take(user, command)) {
        return true;
      }
      close();
      connection.write(new JdwpPacket.Reply(command.id(), 0, new byte[0]));
      return false;
    }

    @Override
    public void close() throws IOException {
      leave(user);
    }
  }

  /**
   * Adds a user in this process, which receives the VM's DDM chunks from the beginning.
   *
   * @param events receives the VM's events, on the thread that reads for all users: it may neither
   *     wait nor send commands. A {@link RuntimeException} of it ends the connection with the VM.
   * @throws IOException if the connection fails
   */
  public JdwpClient client(Consumer<JdwpPacket.Command> events) throws IOException {
    DirectOutlet outlet = new DirectOutlet(events);
    HubUser user = join(outlet);
    synchronized (lock) {
      user.isMonitor = true;
    }
    outlet.user = user;
    return outlet.client;
  }

  private HubUser join(HubOutlet outlet) throws IOException {
    synchronized (lock) {
      int number = 1;
      while (users.containsKey(number)) {
        number++;
      }
      if (number > MOST_USERS || ended.isDone()) {
        var refusal =
            new IOException(
                ended.isDone()
                    ? vm.peer() + ": the VM has ended"
                    : vm.peer() + ": has " + MOST_USERS + " users already");
        outlet.drop(refusal);
        throw refusal;
      }
      HubUser user = new HubUser(number, outlet);
      users.put(number, user);
      if (start != null) {
        user.send(start);
      }
      return user;
    }
  }

  /** The outlet of the hub itself, which receives only replies to its own commands. */
  private final class OwnOutlet implements HubOutlet {
    @Override
    public void send(JdwpPacket packet) {}

    @Override
    public void drop(@Nullable Exception reason) {
      try {
        vm.close();
      } catch (IOException e) {
        // It is dropped anyway.
      }
    }
  }

  /** To a user in this process, and back. */
  private final class DirectOutlet implements HubOutlet, JdwpChannel {
    private final JdwpClient client;
    private volatile @Nullable HubUser user;

    DirectOutlet(Consumer<JdwpPacket.Command> events) {
      client = new JdwpClient(this, events);
    }

    @Override
    public String peer() {
      return vm.peer();
    }

    @Override
    public void send(JdwpPacket packet) {
      client.take(packet);
    }

    @Override
    public void drop(@Nullable Exception reason) {
      client.end(reason);
    }

    @Override
    public void write(JdwpPacket packet) throws IOException {
      HubUser joined = user;
      if (joined == null) {
        throw new EOFException(vm.peer() + ": the user has disconnected");
      }
      if (packet instanceof JdwpPacket.Command command && !take(joined, command)) {
        client.take(new JdwpPacket.Reply(command.id(), 0, new byte[0]));
        close();
      }
    }

    @Override
    public void close() throws IOException {
      HubUser joined = user;
      user = null;
      if (joined != null) {
        leave(joined);
      }
    }
  }

  /** Returns whether the user stays. */
  private boolean take(HubUser user, JdwpPacket.Command packet) throws IOException {
    JdwpCommand command = JdwpCommand.of(packet.set(), packet.command()).orElse(null);
    synchronized (lock) {
      if (packet.set() == JdwpCommand.DDM_SET) {
        user.isMonitor = true;
      } else {
        user.isDebugger = true;
      }
    }
    if (packet.set() != JdwpCommand.DDM_SET) {
      askSizes();
    }
    Fields arguments;
    try {
      arguments = arguments(command, packet);
    } catch (WireFormatException e) {
      // The user's fault alone: the VM need not see it.
      user.send(new JdwpPacket.Reply(packet.id(), JdwpError.ILLEGAL_ARGUMENT, new byte[0]));
      return true;
    }
    switch (command == null ? "" : command.name()) {
      case "VirtualMachine.Dispose" -> {
        return false;
      }
      case "EventRequest.ClearAllBreakpoints" -> {
        clear(user, BREAKPOINT);
        user.send(new JdwpPacket.Reply(packet.id(), 0, new byte[0]));
        return true;
      }
      case "EventRequest.Clear" -> {
        boolean isOwn;
        synchronized (lock) {
          isOwn = user.requests.remove((int) arguments.number("requestID")) != null;
        }
        if (!isOwn) {
          user.send(new JdwpPacket.Reply(packet.id(), 0, new byte[0]));
          return true;
        }
      }
      default -> {}
    }
    JdwpPacket.Command sent;
    synchronized (lock) {
      if (command != null) {
        user.suspensions.sent(command.name(), arguments);
        start = command.equals(RESUME) ? null : start;
      }
      sent = packet.withId(user.remember(new HubUser.Question(packet.id(), command, arguments)));
    }
    vm.write(sent);
    return true;
  }

  private Fields arguments(@Nullable JdwpCommand command, JdwpPacket.Command packet) {
    IdSizes known;
    synchronized (lock) {
      known = sizes;
    }
    return command == null ? Fields.NONE : command.read(packet, known);
  }

  /** Not before a user speaks JDWP: Dalvik takes the first such packet for a debugger. */
  private void askSizes() throws IOException {
    synchronized (lock) {
      if (sizesAsked) {
        return;
      }
      sizesAsked = true;
    }
    tell(ID_SIZES, Fields.NONE);
  }

  /** A command of the hub's own. */
  private void tell(JdwpCommand command, Fields arguments) throws IOException {
    JdwpPacket.Command packet;
    synchronized (lock) {
      int id = own.remember(new HubUser.Question(0, command, arguments));
      packet = command.packet(id, arguments, sizes);
    }
    vm.write(packet);
  }

  private void clear(HubUser user, int kind) throws IOException {
    List<Integer> cleared = new ArrayList<>();
    synchronized (lock) {
      user.requests.forEach((request, kindOfIt) -> {
        if (kindOfIt == kind) {
          cleared.add(request);
        }
      });
      cleared.forEach(user.requests::remove);
    }
    for (int request : cleared) {
      clearRequest(kind, request);
    }
  }

  private void clearRequest(int kind, int request) throws IOException {
    tell(
        JdwpCommand.named("EventRequest.Clear"),
        Fields.NONE.with("eventKind", kind).with("requestID", request));
  }

  private void leave(HubUser user) throws IOException {
    Map<Integer, Integer> requests;
    List<Suspensions.Step> steps;
    synchronized (lock) {
      users.values().remove(user);
      requests = new LinkedHashMap<>(user.requests);
      steps = new ArrayList<>(user.suspensions.undo());
      if (start != null
          && user.isDebugger
          && users.values().stream().noneMatch(each -> each.isDebugger)) {
        start = null;
        steps.add(new Suspensions.Step(RESUME.name(), Fields.NONE));
      }
    }
    user.drop(new EOFException(vm.peer() + ": the user has disconnected"));
    if (ended.isDone()) {
      return;
    }
    for (Map.Entry<Integer, Integer> each : requests.entrySet()) {
      clearRequest(each.getValue(), each.getKey());
    }
    for (Suspensions.Step each : steps) {
      tell(JdwpCommand.named(each.command()), each.arguments());
    }
  }

  private void readAll() {
    try {
      @Nullable JdwpPacket packet;
      while ((packet = next()) != null) {
        switch (packet) {
          case JdwpPacket.Reply reply -> answer(reply);
          case JdwpPacket.Command command -> spread(command);
        }
      }
      end(null);
    } catch (IOException | RuntimeException e) {
      end(e);
    }
  }

  private @Nullable JdwpPacket next() throws IOException {
    return longPackets == null ? vm.read() : vm.read(longPackets);
  }

  private void end(@Nullable Exception reason) {
    List<HubUser> left;
    synchronized (lock) {
      left = List.copyOf(users.values());
      if (reason == null || reason instanceof EOFException) {
        ended.complete(null);
      } else {
        ended.completeExceptionally(reason);
      }
    }
    own.drop(reason);
    left.forEach(each -> each.drop(reason));
  }

  private void answer(JdwpPacket.Reply reply) {
    int number = HubUser.numberOf(reply.id());
    synchronized (lock) {
      HubUser user = number == 0 ? own : users.get(number);
      HubUser.Question question = user == null ? null : user.answered(reply.id());
      if (user != null && question != null) {
        learn(user, question, reply);
        if (user != own) {
          user.send(reply.withId(question.id()));
        }
      }
    }
  }

  private void learn(HubUser user, HubUser.Question question, JdwpPacket.Reply reply) {
    JdwpCommand command = question.command();
    Fields arguments = question.arguments();
    if (command == null || arguments == null || reply.error() != 0) {
      return;
    }
    if (command.equals(ID_SIZES)) {
      sizes = IdSizes.of(command.read(reply, sizes));
    } else if (command.name().equals("EventRequest.Set")) {
      int request = (int) command.read(reply, sizes).number("requestID");
      user.requests.put(request, (int) arguments.number("eventKind"));
    }
  }

  private void spread(JdwpPacket.Command packet) throws IOException {
    if (packet.set() == JdwpCommand.EVENT_SET && packet.command() == COMPOSITE.command()) {
      spreadEvents(packet);
      return;
    }
    synchronized (lock) {
      for (HubUser user : users.values()) {
        if (user.isMonitor || packet.set() != JdwpCommand.DDM_SET) {
          user.send(packet);
        }
      }
    }
  }

  private void spreadEvents(JdwpPacket.Command packet) throws IOException {
    Map<HubUser, List<Fields>> shares = new LinkedHashMap<>();
    IdSizes known;
    Fields composite;
    int policy;
    synchronized (lock) {
      known = sizes;
      composite = COMPOSITE.read(packet, known);
      policy = (int) composite.number("suspendPolicy");
      for (Fields event : composite.list("events")) {
        for (HubUser user : owners((int) event.number("requestID"))) {
          shares.computeIfAbsent(user, _ -> new ArrayList<>()).add(event);
        }
      }
      if (isRequested(composite)) {
        shares.forEach((user, events) -> user.suspensions.stopped(policy, events.getFirst()));
      } else if (policy == Suspensions.ALL) {
        start = packet;
      }
    }
    if (isRequested(composite)) {
      keepStopped(policy, composite.list("events").getFirst(), shares.size());
    }
    shares.forEach((user, events) ->
        user.send(COMPOSITE.packet(packet.id(), composite.with("events", events), known)));
  }

  /**
   * Returns whether a user has requested events. A VM that has started waits for any user: it is
   * not suspended for one of them, and the first to resume it, or the last debugger to disconnect,
   * starts it.
   */
  private static boolean isRequested(Fields composite) {
    List<Fields> events = composite.list("events");
    return !events.isEmpty() && events.getFirst().number("requestID") != 0;
  }

  /** Each user resumes what was suspended for it: that requires a suspension for each. */
  private void keepStopped(int policy, Fields first, int users) throws IOException {
    // Who waited for it may have left meanwhile.
    Suspensions.Step step =
        (users == 0 ? Suspensions.resume(policy, first) : Suspensions.stop(policy, first))
            .orElse(null);
    for (int i = 0; step != null && i < Math.abs(users - 1); i++) {
      tell(JdwpCommand.named(step.command()), step.arguments());
    }
  }

  /** VMs report their start and death under the request 0, to all. */
  private List<HubUser> owners(int request) {
    if (request == 0) {
      return List.copyOf(users.values());
    }
    List<HubUser> owners =
        users.values().stream().filter(each -> each.requests.containsKey(request)).toList();
    return owners.isEmpty()
        ? users.values().stream().filter(HubUser::awaitsRequest).toList()
        : owners;
  }

  @Override
  public void close() throws IOException {
    vm.close();
  }
}
