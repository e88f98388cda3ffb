package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NetworkGuardTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static open(Ljava/lang/String;I)Ljava/net/Socket;
        .registers 3
        new-instance v0, Ljava/net/Socket;
        invoke-direct {v0, p0, p1}, Ljava/net/Socket;-><init>(Ljava/lang/String;I)V
        return-object v0
      .end method
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aSocketIsRefusedBeforeItConnects(Engine engine) throws Exception {
    Method open =
        Assembled.load(engine, Assembled.dex(folder, CLASSES))
            .loadClass("Main")
            .getMethod("open", String.class, int.class);
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String host = server.getInetAddress().getHostAddress();
      try (var socket = (Socket) open.invoke(null, host, server.getLocalPort())) {
        assertThat(socket.isConnected()).isTrue();
      }
      NetworkGuard.set(() -> {
        throw new IllegalStateException("refused");
      });
      assertThatThrownBy(() -> open.invoke(null, host, server.getLocalPort()))
          .hasRootCauseMessage("refused");
    }
  }
}
