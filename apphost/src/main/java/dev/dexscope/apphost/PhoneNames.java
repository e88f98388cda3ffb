package dev.dexscope.apphost;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.security.Security;
import java.util.stream.Stream;

/**
 * The phone's own name is that of every phone, whatever this machine is called. No other name has
 * an address while the app has no network. The Java VM finds this as a service.
 */
public final class PhoneNames extends InetAddressResolverProvider {
  private static final String OWN = "localhost";

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
    }
    InetAddress.getByName(OWN);
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    return new Resolver(
        configuration.builtinResolver(),
        configuration.lookupLocalHostName(),
        Boolean.getBoolean(PROPERTY));
  }

  @Override
  public String name() {
    return "dexscope";
  }

  private record Resolver(InetAddressResolver system, String machine, boolean isOffline)
      implements InetAddressResolver {
    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      if (host.equals(OWN) || host.equals(machine)) {
        return system.lookupByName(OWN, policy);
      }
      if (isOffline) {
        // Android's words.
        throw new UnknownHostException(
            "Unable to resolve host \"" + host + "\": No address associated with hostname");
      }
      return system.lookupByName(host, policy);
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      if (isOffline) {
        throw new UnknownHostException();
      }
      return system.lookupByAddress(address);
    }
  }
}
