package org.apache.harmony.dalvik.ddmc;

import dev.dexscope.libcore.CurrentVm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The handlers of chunks by their types. */
public final class DdmServer {
  private static final Map<Integer, ChunkHandler> HANDLERS = new HashMap<>();
  private static final int WARN = 5;
  private static boolean complete;

  private DdmServer() {}

  /** Lets the handler answer chunks of the type. */
  public static void registerHandler(int type, ChunkHandler handler) {
    if (handler == null) {
      throw new NullPointerException("handler == null");
    }
    synchronized (HANDLERS) {
      if (HANDLERS.putIfAbsent(type, handler) != null) {
        throw new RuntimeException("type " + ChunkHandler.name(type) + " already registered");
      }
    }
  }

  public static ChunkHandler unregisterHandler(int type) {
    synchronized (HANDLERS) {
      return HANDLERS.remove(type);
    }
  }

  /** All handlers of the start are there: chunks that came before are answered now. */
  public static void registrationComplete() {
    synchronized (HANDLERS) {
      complete = true;
      HANDLERS.notifyAll();
    }
  }

  /** Sends a chunk to the server; without one it is dropped. */
  public static void sendChunk(Chunk chunk) {
    CurrentVm.get().monitor().send(chunk.type, chunk.data, chunk.offset, chunk.length);
  }

  /** Answers a chunk, once registration is complete; null for no answer. */
  public static Chunk dispatch(int type, byte[] data, int offset, int length)
      throws InterruptedException {
    ChunkHandler handler;
    synchronized (HANDLERS) {
      while (!complete) {
        HANDLERS.wait();
      }
      handler = HANDLERS.get(type);
    }
    return handler == null ? null : handler.handleChunk(new Chunk(type, data, offset, length));
  }

  /** Tells all handlers that a server has connected or disconnected. */
  public static void broadcast(boolean connected) {
    List<ChunkHandler> handlers;
    synchronized (HANDLERS) {
      handlers = List.copyOf(HANDLERS.values());
    }
    for (ChunkHandler handler : handlers) {
      try {
        if (connected) {
          handler.onConnected();
        } else {
          handler.onDisconnected();
        }
      } catch (Throwable e) {
        // As on a device, the others are told all the same, and the server is answered.
        CurrentVm.get().log().add(WARN, "ddms", "of the server's coming or leaving: " + e);
      }
    }
  }
}
