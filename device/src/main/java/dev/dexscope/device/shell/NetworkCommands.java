package dev.dexscope.device.shell;

import java.net.InetAddress;
import java.util.List;

/**
 * {@code ip} and {@code ifconfig}: the device has the loopback network only, with an address of its
 * own there.
 */
final class NetworkCommands {
  private static final String LOOPBACK = "lo";

  private NetworkCommands() {}

  private static boolean isWanted(List<String> words) {
    return words.stream()
        .filter(each -> !List.of("show", "list", "ls", "dev").contains(each))
        .allMatch(LOOPBACK::equals);
  }

  private static InetAddress own(Call call) {
    return call.shell().device().processes().address().own();
  }

  /** {@code ip [-4|-6|-o] addr|link|route|rule|neigh [show] [[dev] NAME]}. */
  static int ip(Call call) {
    List<String> words = call.words().stream().filter(each -> !each.startsWith("-")).toList();
    if (words.isEmpty()) {
      return call.fail("addr, link or route, each with show");
    }
    String what = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    if ("address".startsWith(what) || "link".startsWith(what)) {
      if (!isWanted(rest)) {
        call.err().println("Device \"" + rest.getLast() + "\" does not exist.");
        return 1;
      }
      show(call, "address".startsWith(what));
      return 0;
    }
    if ("route".startsWith(what) || "rule".startsWith(what) || "neighbour".startsWith(what)) {
      // Nothing leads out of the loopback network.
      return 0;
    }
    call.err().println("Object \"" + what + "\" is unknown, try \"ip help\".");
    return 255;
  }

  private static void show(Call call, boolean hasAddresses) {
    call.out()
        .print(
            """
            1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
                link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
            """);
    if (!hasAddresses) {
      return;
    }
    address(call, "127.0.0.1/8 scope host lo");
    if (!own(call).equals(InetAddress.getLoopbackAddress())) {
      address(call, own(call).getHostAddress() + "/8 scope host secondary lo");
    }
  }

  private static void address(Call call, String text) {
    call.out().print("    inet " + text + "\n       valid_lft forever preferred_lft forever\n");
  }

  /** {@code ifconfig [-a] [NAME]}. */
  static int ifconfig(Call call) {
    List<String> words = call.words().stream().filter(each -> !each.equals("-a")).toList();
    if (!isWanted(words)) {
      return call.fail(words.getLast() + ": No such device");
    }
    call.out()
        .print(
            """
            lo        Link encap:Local Loopback
                      inet addr:127.0.0.1  Mask:255.0.0.0
                      UP LOOPBACK RUNNING  MTU:65536  Metric:1
            """);
    return 0;
  }
}
