package dev.dexscope.samples.motion;

import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.ValueAnimator;
import android.app.Activity;
import android.app.ActivityManager;
import android.app.AlertDialog;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.graphics.drawable.Animatable;
import android.media.MediaPlayer;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.os.BatteryManager;
import android.os.Bundle;
import android.os.Debug;
import android.os.Handler;
import android.os.Process;
import android.provider.ContactsContract;
import android.provider.Settings;
import android.text.format.Time;
import android.util.Log;
import android.view.Choreographer;
import android.view.TextureView;
import android.webkit.WebView;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.ScrollView;
import android.widget.VideoView;
import java.io.File;
import java.io.IOException;

/**
 * Whatever makes frames, each behind a button; all of it is counted here, so that the figures of
 * others can be compared.
 */
public final class MotionActivity extends Activity {
  private static final String TAG = "Motion";
  private static final int ROWS = 500;
  private static final int TICKS = 30;
  private static final long ROLL = 500;
  private static final int BUTTON = 100;
  private static final long WORK = 50_000_000;

  private final Object first = new Object();
  private final Object second = new Object();
  private final Handler handler = new Handler();

  private Ball ball;
  private ListView list;
  private LinearLayout buttons;
  private Board board;
  private Animatable turn;
  private int windowDraws;
  private int ticks;
  private int steps;
  private int rolls;
  private int posts;
  private int spins;
  private long firstTick;
  private long lastTick;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    if (state != null) {
      Log.i(TAG, "made anew");
    }
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    ball = new Ball(this);
    ball.setId(R.id.ball);
    all.addView(ball, new LinearLayout.LayoutParams(-1, 100));
    buttons = new LinearLayout(this);
    buttons.setOrientation(LinearLayout.VERTICAL);
    ScrollView scroll = new ScrollView(this);
    scroll.addView(buttons);
    all.addView(scroll, new LinearLayout.LayoutParams(-1, -2));
    list = new ListView(this);
    list.setId(R.id.list);
    String[] rows = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      rows[i] = "row " + i;
    }
    list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, rows));
    all.addView(list, new LinearLayout.LayoutParams(-1, 0, 1));
    addButtons();
    setContentView(all);
    all.getViewTreeObserver()
        .addOnDrawListener(() -> windowDraws++);
    all.post(this::isComplete);
  }

  /** The method is of level 19. */
  private void isComplete() {
    try {
      Activity.class.getMethod("reportFullyDrawn").invoke(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected void onDestroy() {
    report();
    super.onDestroy();
  }

  private void addButtons() {
    add(R.id.report, "report", this::report);
    add(R.id.roll, "roll", this::roll);
    add(R.id.ticks, "ticks", () -> Choreographer.getInstance().postFrameCallback(this::tick));
    add(R.id.endless, "endless", this::endless);
    add(R.id.posts, "posts", this::postAgain);
    add(R.id.spin, "spin", MotionActivity::spin);
    add(R.id.shader, "shader", this::shade);
    add(R.id.surface, "surface", this::surface);
    add(R.id.parts, "parts", this::parts);
    add(R.id.dialog, "dialog", this::dialog);
    add(R.id.absent, "absent", this::absent);
    add(R.id.turn, "turn", this::turnAround);
    add(R.id.slow, "slow", () -> ball.postOnAnimation(this::work));
    add(R.id.deadlock, "deadlock", this::deadlock);
    add(R.id.exit, "exit", () -> System.exit(0));
    add(R.id.kill, "kill", () -> Process.killProcess(Process.myPid()));
  }

  private void add(int id, String text, Runnable action) {
    Button button = new Button(this);
    button.setId(id);
    button.setText(text);
    button.setOnClickListener(view -> action.run());
    buttons.addView(button, new LinearLayout.LayoutParams(-1, BUTTON));
  }

  private void report() {
    Log.i(
        TAG,
        "draws=" + ball.draws + " layouts=" + ball.layouts + " measures=" + ball.measures
            + " window=" + windowDraws + " ticks=" + ticks + " ms=" + (lastTick - firstTick) / 1_000_000
            + " steps=" + steps + " rolls=" + rolls + " posts=" + posts
            + " top=" + list.getFirstVisiblePosition()
            + (turn == null ? "" : " turning=" + (turn.isRunning() ? 1 : 0))
            + (board == null ? "" : " rings=" + board.rings + " typed: " + board.typed));
  }

  /** An animation of half a second. */
  private void roll() {
    ValueAnimator animator = ValueAnimator.ofFloat(0, 1);
    animator.setDuration(ROLL);
    animator.addUpdateListener(
        animation -> {
          steps++;
          ball.roll((Float) animation.getAnimatedValue());
        });
    animator.addListener(
        new AnimatorListenerAdapter() {
          @Override
          public void onAnimationEnd(Animator animation) {
            rolls++;
          }
        });
    animator.start();
  }

  private void tick(long nanos) {
    if (ticks++ == 0) {
      firstTick = nanos;
    }
    lastTick = nanos;
    if (ticks < TICKS) {
      Choreographer.getInstance().postFrameCallback(this::tick);
    }
  }

  private void endless() {
    ValueAnimator animator = ValueAnimator.ofFloat(0, 1);
    animator.setDuration(ROLL);
    animator.setRepeatCount(ValueAnimator.INFINITE);
    animator.addUpdateListener(
        animation -> ball.roll((Float) animation.getAnimatedValue()));
    animator.start();
  }

  private void postAgain() {
    posts++;
    handler.post(this::postAgain);
  }

  private static void spin() {
    new Thread(MotionActivity::turn, "spinner").start();
  }

  private static void turn() {
    long turns = 0;
    while (turns >= 0) {
      turns++;
    }
  }

  /** An animation that the renderer does. */
  private void turnAround() {
    ImageView view = new ImageView(this);
    view.setImageResource(R.drawable.turn);
    buttons.addView(view, 0, new LinearLayout.LayoutParams(-1, BUTTON));
    turn = (Animatable) view.getDrawable();
    turn.start();
  }

  /** A shader of AGSL, which canvases in software refuse: Android 13 and later. */
  private void shade() {
    String program = "half4 main(float2 at) { return half4(0, 0, 1, 1); }";
    try {
      Class<?> type = Class.forName("android.graphics.RuntimeShader");
      Object shader = type.getConstructor(String.class).newInstance(program);
      ball.paint().setShader((android.graphics.Shader) shader);
      ball.invalidate();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void surface() {
    buttons.addView(new Painted(this), 0, new LinearLayout.LayoutParams(-1, BUTTON));
  }

  private void parts() {
    board = new Board(this);
    buttons.addView(board, 0, new LinearLayout.LayoutParams(-1, BUTTON));
  }

  private void dialog() {
    new AlertDialog.Builder(this).setMessage("Again?").setPositiveButton("Yes", null).show();
  }

  /** What a machine without a GPU has otherwise, and without a browser and a loudspeaker cannot do. */
  private void absent() {
    device();
    VideoView video = new VideoView(this);
    video.setVideoPath("/birds.mp4");
    buttons.addView(video, 0, new LinearLayout.LayoutParams(-1, BUTTON));
    WebView page = new WebView(this);
    page.loadUrl("https://example.com/");
    buttons.addView(page, 0, new LinearLayout.LayoutParams(-1, BUTTON));
    TextureView texture = new TextureView(this);
    texture.setSurfaceTextureListener(new Textured(texture));
    buttons.addView(texture, 0, new LinearLayout.LayoutParams(-1, BUTTON));
    MediaPlayer player = new MediaPlayer();
    player.setOnCompletionListener(each -> Log.i(TAG, "played"));
    try {
      File song = File.createTempFile("birds", ".mp3", getCacheDir());
      player.setDataSource(song.getPath());
      player.prepare();
      player.start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    handler.postDelayed(this::recreate, 100);
  }

  /** What apps rely on: a device always has it. */
  private void device() {
    Intent battery = registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
    String id = Settings.Secure.getString(getContentResolver(), Settings.Secure.ANDROID_ID);
    ActivityManager.MemoryInfo memory = new ActivityManager.MemoryInfo();
    ((ActivityManager) getSystemService(ACTIVITY_SERVICE)).getMemoryInfo(memory);
    String[] columns = {ContactsContract.Contacts.DISPLAY_NAME};
    Cursor contacts =
        getContentResolver()
            .query(ContactsContract.Contacts.CONTENT_URI, columns, null, null, null);
    Log.i(
        TAG,
        "device: battery " + battery.getIntExtra(BatteryManager.EXTRA_LEVEL, -1)
            + " id " + id.length() + " memory " + (memory.totalMem > 0)
            + " contacts " + contacts.getCount() + " of " + contacts.getColumnName(0)
            + " signers " + signers() + " winter " + inBerlin(1704067200000L)
            + " summer " + inBerlin(1720000000000L) + " network " + network());
    contacts.close();
  }

  private int signers() {
    try {
      return getPackageManager()
          .getPackageInfo(getPackageName(), PackageManager.GET_SIGNATURES)
          .signatures
          .length;
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private String network() {
    ConnectivityManager all = (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
    NetworkInfo active = all.getActiveNetworkInfo();
    NetworkInfo wifi = all.getNetworkInfo(ConnectivityManager.TYPE_WIFI);
    return (active == null ? "none" : active.getTypeName())
        + (wifi.isConnected() ? " of " : " but ") + wifi.getTypeName();
  }

  private static String inBerlin(long millis) {
    Time time = new Time("Europe/Berlin");
    time.set(millis);
    return time.format2445() + " " + time.gmtoff;
  }

  /** A frame that takes a twentieth of a second of CPU time. */
  private void work() {
    long begin = Debug.threadCpuTimeNanos();
    while (Debug.threadCpuTimeNanos() - begin < WORK) {
      spins++;
    }
    ball.invalidate();
  }

  private void deadlock() {
    Thread other =
        new Thread(
            () -> {
              synchronized (second) {
                synchronized (first) {
                  Log.i(TAG, "never");
                }
              }
            },
            "other");
    synchronized (first) {
      other.start();
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.yield();
      }
      synchronized (second) {
        Log.i(TAG, "never");
      }
    }
  }
}
