package dev.dexscope.apphost.device.system;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Android's provider of ciphers and secure sockets by its name: the JDK's ({@link JdkCiphers}),
 * with what apps look for in Android's by reflection. OkHttp of version 3 takes the trust manager
 * out of a socket factory.
 */
public final class AppTls extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "AndroidOpenSSL";
  private static final String JDKS = "SunJSSE";
  private static final List<String> PROTOCOLS =
      List.of("Default", "SSL", "TLS", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  private AppTls() {
    super(NAME, "1.0", "the JDK's ciphers and secure sockets");
    JdkCiphers.of(this).forEach(this::putService);
    for (String each : PROTOCOLS) {
      putService(
          new Service(this, "SSLContext", each, Context.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
              return new Context(getAlgorithm());
            }
          });
    }
  }

  /** Lets apps find it before the JDK's. */
  public static void install() {
    Security.insertProviderAt(new AppTls(), 1);
  }

  private static SSLContext jdks(String protocol) throws NoSuchAlgorithmException {
    try {
      return SSLContext.getInstance(protocol, JDKS);
    } catch (GeneralSecurityException e) {
      throw new NoSuchAlgorithmException(e);
    }
  }

  /** The JDK's context. */
  private static final class Context extends SSLContextSpi {
    private final SSLContext jdks;
    private @Nullable X509TrustManager trust;

    Context(String protocol) throws NoSuchAlgorithmException {
      jdks = jdks(protocol);
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys, TrustManager @Nullable [] trusted, SecureRandom random)
        throws KeyManagementException {
      jdks.init(keys, trusted, random);
      trust = first(trusted);
    }

    private static @Nullable X509TrustManager first(TrustManager @Nullable [] trusted) {
      if (trusted != null) {
        for (TrustManager each : trusted) {
          if (each instanceof X509TrustManager found) {
            return found;
          }
        }
      }
      return null;
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new Factory(jdks.getSocketFactory(), parameters(trust == null ? usual() : trust));
    }

    private static @Nullable X509TrustManager usual() {
      try {
        TrustManagerFactory made =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        made.init((KeyStore) null);
        return first(made.getTrustManagers());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return jdks.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return jdks.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return jdks.createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return jdks.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return jdks.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return jdks.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return jdks.getSupportedSSLParameters();
    }
  }

  /** Returns the parameters of a factory of Android's, with nothing but the trust manager. */
  private static @Nullable Object parameters(@Nullable X509TrustManager trust) {
    Class<?> type =
        ReflectionHelpers.loadClass(
            AppTls.class.getClassLoader(), "com.android.org.conscrypt.SSLParametersImpl");
    // Its own constructors need the native library that it belongs to.
    Object factory =
        ReflectionHelpers.callStaticMethod(
            ReflectionHelpers.loadClass(
                ClassLoader.getSystemClassLoader(), "sun.reflect.ReflectionFactory"),
            "getReflectionFactory");
    try {
      Constructor<?> empty =
          ReflectionHelpers.callInstanceMethod(
              factory,
              "newConstructorForSerialization",
              ClassParameter.from(Class.class, type),
              ClassParameter.from(Constructor.class, Object.class.getDeclaredConstructor()));
      Object made = empty.newInstance();
      ReflectionHelpers.setField(made, "x509TrustManager", trust);
      return made;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The JDK's factory, with the field that Android's has. */
  private static final class Factory extends SSLSocketFactory {
    private final SSLSocketFactory jdks;

    @SuppressWarnings({"unused", "UnusedVariable"}) // By apps, which look for it.
    private final @Nullable Object sslParameters;

    Factory(SSLSocketFactory jdks, @Nullable Object sslParameters) {
      this.jdks = jdks;
      this.sslParameters = sslParameters;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return jdks.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return jdks.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket() throws IOException {
      return jdks.createSocket();
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
        throws IOException {
      return jdks.createSocket(socket, host, port, autoClose);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return jdks.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return jdks.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return jdks.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      return jdks.createSocket(host, port, local, localPort);
    }
  }
}
