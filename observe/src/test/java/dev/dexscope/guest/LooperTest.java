package dev.dexscope.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import android.os.Bundle;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Message;
import android.os.Parcel;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.logcat.Logcat;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LooperTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  private final HandlerThread thread = new HandlerThread("handler");
  private final List<String> handled = Collections.synchronizedList(new ArrayList<>());

  LooperTest() {
    Logcat.log().echo(new PrintStream(OutputStream.nullOutputStream()));
    thread.start();
  }

  @AfterEach
  void quit() throws InterruptedException {
    thread.quit();
    thread.join();
    Logcat.log().echo(System.err);
  }

  private Handler handler() {
    return new Handler(thread.getLooper()) {
      @Override
      public void handleMessage(Message msg) {
        handled.add(msg.what + " " + msg.arg1 + " " + msg.obj);
      }
    };
  }

  private void await(Handler handler, long delay) throws InterruptedException {
    var done = new CountDownLatch(1);
    handler.postDelayed(done::countDown, delay);
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void messagesComeByTimeAndThenInOrder() throws InterruptedException {
    Handler handler = handler();
    var go = new CountDownLatch(1);
    handler.post(() -> {
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    handler.sendMessageDelayed(handler.obtainMessage(3), 20);
    handler.sendMessage(handler.obtainMessage(1, 7, 0, "first"));
    handler.sendEmptyMessage(2);
    handler.sendEmptyMessage(9);
    handler.post(() -> handled.add("posted"));
    handler.sendMessageAtFrontOfQueue(handler.obtainMessage(0));
    assertThat(handler.hasMessages(9)).isTrue();
    handler.removeMessages(9);
    assertThat(handler.hasMessages(9)).isFalse();
    go.countDown();
    await(handler, 25);
    assertThat(handled).containsExactly("0 0 null", "1 7 first", "2 0 null", "posted", "3 0 null");
  }

  @Test
  void aBarrierHoldsBackWhatIsNotAsynchronous() throws InterruptedException {
    Handler handler = handler();
    int token = thread.getLooper().getQueue().postSyncBarrier();
    handler.sendEmptyMessage(1);
    await(Handler.createAsync(thread.getLooper()), 0);
    assertThat(handled).isEmpty();
    thread.getLooper().getQueue().removeSyncBarrier(token);
    await(handler, 0);
    assertThat(handled).containsExactly("1 0 null");
    assertThatThrownBy(() -> thread.getLooper().getQueue().removeSyncBarrier(token))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void idleHandlersRunWhenNothingIsToBeDone() throws InterruptedException {
    var idle = new CountDownLatch(2);
    thread
        .getLooper()
        .getQueue()
        .addIdleHandler(() -> {
          idle.countDown();
          return true;
        });
    handler().sendEmptyMessage(1);
    await(handler(), 0);
    await(handler(), 1);
    assertThat(idle.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void quittingSafelyHandlesWhatIsDue() throws InterruptedException {
    Handler handler = handler();
    handler.sendEmptyMessage(1);
    handler.sendEmptyMessageDelayed(2, 60_000);
    thread.quitSafely();
    thread.join();
    assertThat(handled).containsExactly("1 0 null");
    assertThat(handler.sendEmptyMessage(3)).isFalse();
    assertThat(thread.getLooper()).isNull();
  }

  @Test
  void aMessageInUseIsNotToBeRecycledOrSent() {
    Handler handler = handler();
    Message message = handler.obtainMessage(1);
    handler.sendMessageDelayed(message, 60_000);
    assertThatThrownBy(message::recycle).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> handler.sendMessage(message))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new Handler()).hasMessageContaining("has not called Looper.prepare()");
  }

  @Test
  void bundlesGoThroughParcels() {
    var inner = new Bundle();
    inner.putIntArray("ints", new int[] {1, 2});
    var bundle = new Bundle();
    bundle.putString("text", "ä");
    bundle.putLong("long", 1L << 40);
    bundle.putBundle("bundle", inner);
    bundle.putStringArrayList("list", new ArrayList<>(List.of("a", "b")));
    bundle.putSerializable("time", java.time.Duration.ofSeconds(1));
    Parcel parcel = Parcel.obtain();
    parcel.writeParcelable(bundle, 0);
    Parcel copy = Parcel.obtain();
    copy.unmarshall(parcel.marshall(), 0, parcel.dataSize());
    copy.setDataPosition(0);
    Bundle read = copy.readParcelable(getClass().getClassLoader());
    assertThat(read.getString("text")).isEqualTo("ä");
    assertThat(read.getLong("long")).isEqualTo(1L << 40);
    assertThat(read.getBundle("bundle").getIntArray("ints")).containsExactly(1, 2);
    assertThat(read.getStringArrayList("list")).containsExactly("a", "b");
    assertThat(read.getSerializable("time")).isEqualTo(java.time.Duration.ofSeconds(1));
    assertThat(read.getInt("text", 5)).isEqualTo(5);
    assertThat(copy.dataAvail()).isZero();
    assertThat(copy.readInt()).isZero();
  }
}
