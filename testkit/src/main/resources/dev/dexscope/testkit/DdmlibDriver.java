import com.android.ddmlib.AllocationInfo;
import com.android.ddmlib.AllocationsParser;
import com.android.ddmlib.AndroidDebugBridge;
import com.android.ddmlib.Client;
import com.android.ddmlib.ClientData;
import com.android.ddmlib.DdmPreferences;
import com.android.ddmlib.IDevice;
import com.android.ddmlib.ThreadInfo;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Asks a device by ddmlib, and prints what it is told. Compiled against the version that it runs
 * on, in which Client is a class or an interface: that is why it is started from its source.
 */
public class DdmlibDriver {
  private static final Object CHANGES = new Object();
  private static final BlockingQueue<byte[]> DUMPS = new LinkedBlockingQueue<>();
  private static final BlockingQueue<byte[]> TRACES = new LinkedBlockingQueue<>();
  private static final BlockingQueue<byte[]> ALLOCATIONS = new LinkedBlockingQueue<>();

  private static volatile boolean hasNativeHeap;

  public static void main(String[] args) throws Exception {
    // The library's threads would keep the process.
    Thread.setDefaultUncaughtExceptionHandler((thread, crash) -> {
      crash.printStackTrace();
      System.exit(1);
    });
    if (has(DdmPreferences.class, "setDebugPortBase")) {
      call(DdmPreferences.class, null, "setDebugPortBase", freePort());
      call(DdmPreferences.class, null, "setSelectedDebugPort", freePort());
    } else {
      // Shares a port among processes.
      call(DdmPreferences.class, null, "enableJdwpProxyService", false);
    }
    listen();
    AndroidDebugBridge.init(true);
    AndroidDebugBridge bridge = AndroidDebugBridge.createBridge(args[0], false);
    Client client = await(() -> find(bridge, args[1]) != null) ? find(bridge, args[1]) : null;
    ClientData data = client.getClientData();
    await(() -> data.getClientDescription() != null && data.hasFeature("hprof-heap-dump"));
    System.out.println("hello " + data.getPid() + " " + data.getVmIdentifier() + " "
        + data.getClientDescription() + " " + data.getAbi() + " " + data.getJvmFlags());
    System.out.println("streaming " + data.hasFeature("hprof-heap-dump-streaming"));

    if (has(Client.class, "requestThreadUpdate")) {
      threads(client, data);
    }
    client.executeGarbageCollector();

    client.enableAllocationTracker(true);
    client.requestAllocationDetails();
    AllocationInfo[] all = AllocationsParser.parse(ByteBuffer.wrap(take(ALLOCATIONS)));
    for (AllocationInfo each : all) {
      // What the VM itself allocates, such as the notice of a collection, has no frames.
      StackTraceElement[] stack = each.getStackTrace();
      System.out.println("allocation " + each.getSize() + " " + each.getAllocatedClass() + " "
          + each.getThreadId() + " " + (stack.length == 0 ? "" : stack[0]));
    }

    client.startMethodTracer();
    await(() -> data.getMethodProfilingStatus() == ClientData.MethodProfilingStatus.TRACER_ON);
    client.stopMethodTracer();
    System.out.println("trace " + take(TRACES).length);
    client.kill();
    AndroidDebugBridge.terminate();
    System.out.println("end");
    System.exit(0);
  }

  /** What versions of today leave to other tools. */
  private static void threads(Client client, ClientData data) throws Exception {
    call(Client.class, client, "setThreadUpdateEnabled", true);
    call(Client.class, client, "requestThreadUpdate");
    await(() -> data.getThreads().length >= 2 && data.getThreads()[0].getTid() != 0);
    for (ThreadInfo each : data.getThreads()) {
      System.out.println("thread " + each.getThreadId() + " " + each.getThreadName() + " "
          + each.getStatus() + " " + each.getTid() + " " + each.getUtime() + " "
          + each.getStime() + " " + each.isDaemon());
    }
    call(Client.class, client, "requestThreadStackTrace", 1);
    ThreadInfo main = data.getThreads()[0];
    await(() -> main.getStackTrace() != null && main.getStackTrace().length > 0);
    for (StackTraceElement each : main.getStackTrace()) {
      System.out.println("frame " + each);
    }

    call(Client.class, client, "setHeapUpdateEnabled", true);
    client.executeGarbageCollector();
    await(() -> data.getVmHeapIds().hasNext());
    int heap = data.getVmHeapIds().next();
    await(() -> data.getVmHeapInfo(heap) != null);
    ClientData.HeapInfo info = data.getVmHeapInfo(heap);
    System.out.println("heap " + heap + " " + info.maxSizeInBytes + " " + info.sizeInBytes + " "
        + info.bytesAllocated + " " + info.objectsAllocated);
    await(() -> data.getVmHeapData().isHeapDataComplete());

    call(Client.class, client, "requestNativeHeapInformation");
    // Not before all is read: the library adds to the lists on a thread of its own.
    await(() -> hasNativeHeap && !data.getMappedNativeLibraries().isEmpty());
    data.getMappedNativeLibraries()
        .forEach(each -> System.out.println("mapped " + each.getLibraryName()));
    data.getNativeAllocationList()
        .forEach(each ->
            System.out.println("native " + each.getSize() + " " + each.getAllocationCount()));

    call(Client.class, client, "dumpHprof");
    System.out.println("hprof " + take(DUMPS).length);
  }

  private static boolean has(Class<?> type, String name) {
    return Arrays.stream(type.getMethods()).anyMatch(each -> each.getName().equals(name));
  }

  /** Not every version has the method. */
  private static void call(Class<?> type, Object target, String name, Object... arguments)
      throws Exception {
    for (Method each : type.getMethods()) {
      if (each.getName().equals(name)) {
        each.invoke(target, arguments);
        return;
      }
    }
    throw new NoSuchMethodException(name);
  }

  private static void listen() {
    ClientData.setHprofDumpHandler(
        new ClientData.IHprofDumpHandler() {
          @Override
          public void onSuccess(String path, Client client) {}

          @Override
          public void onSuccess(byte[] dump, Client client) {
            DUMPS.add(dump);
          }

          @Override
          public void onEndFailure(Client client, String message) {
            System.out.println("hprof failed: " + message);
          }
        });
    ClientData.setMethodProfilingHandler(
        new ClientData.IMethodProfilingHandler() {
          @Override
          public void onSuccess(String path, Client client) {}

          @Override
          public void onSuccess(byte[] trace, Client client) {
            TRACES.add(trace);
          }

          @Override
          public void onStartFailure(Client client, String message) {
            System.out.println("trace did not start: " + message);
          }

          @Override
          public void onEndFailure(Client client, String message) {
            System.out.println("trace failed: " + message);
          }
        });
    AndroidDebugBridge.addClientChangeListener(
        (client, mask) -> {
          if ((mask & Client.CHANGE_NATIVE_HEAP_DATA) != 0) {
            hasNativeHeap = true;
          }
          if ((mask & Client.CHANGE_HEAP_ALLOCATIONS) != 0) {
            byte[] recent = client.getClientData().getAllocationsData();
            if (recent != null) {
              ALLOCATIONS.add(recent);
            }
          }
          changed();
        });
    AndroidDebugBridge.addDeviceChangeListener(
        new AndroidDebugBridge.IDeviceChangeListener() {
          @Override
          public void deviceConnected(IDevice device) {
            changed();
          }

          @Override
          public void deviceDisconnected(IDevice device) {
            changed();
          }

          @Override
          public void deviceChanged(IDevice device, int mask) {
            changed();
          }
        });
  }

  private static Client find(AndroidDebugBridge bridge, String serial) {
    for (IDevice device : bridge.getDevices()) {
      if (device.getSerialNumber().equals(serial) && device.getClients().length > 0) {
        return device.getClients()[0];
      }
    }
    return null;
  }

  private static byte[] take(BlockingQueue<byte[]> from) throws Exception {
    byte[] taken = from.poll(30, TimeUnit.SECONDS);
    if (taken == null) {
      System.out.println("nothing came");
      System.exit(1);
    }
    return taken;
  }

  /** Asks again whenever ddmlib tells of a change, and at times, for it does not tell of all. */
  private static boolean await(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    synchronized (CHANGES) {
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() > end) {
          System.out.println("waited in vain");
          Thread.dumpStack();
          System.exit(1);
        }
        CHANGES.wait(50);
      }
    }
    return true;
  }

  private static void changed() {
    synchronized (CHANGES) {
      CHANGES.notifyAll();
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
