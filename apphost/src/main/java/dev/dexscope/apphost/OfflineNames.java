package dev.dexscope.apphost;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.security.Security;
import java.util.stream.Stream;

/** No name has an address while the app has no network; the Java VM finds this as a service. */
public final class OfflineNames extends InetAddressResolverProvider {
  /** Set in the process of an app without network, by who starts it. */
  private static final String PROPERTY = "dexscope.offline";

  /**
   * Looks up a name, because the first one decides who answers for all: this class would not be
   * found by the class loader of an app's thread.
   */
  static void find() throws UnknownHostException {
    if (Boolean.getBoolean(PROPERTY)) {
      // A name is looked up again each time, and refused by the same words.
      Security.setProperty("networkaddress.cache.negative.ttl", "0");
      InetAddress.getByName("localhost");
    }
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver system = configuration.builtinResolver();
    return Boolean.getBoolean(PROPERTY) ? new Offline(system) : system;
  }

  @Override
  public String name() {
    return "dexscope";
  }

  private record Offline(InetAddressResolver system) implements InetAddressResolver {
    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      if (host.equals("localhost")) {
        return system.lookupByName(host, policy);
      }
      // Android's words.
      throw new UnknownHostException(
          "Unable to resolve host \"" + host + "\": No address associated with hostname");
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      throw new UnknownHostException();
    }
  }
}
