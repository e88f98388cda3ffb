package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.MediaMetadataRetriever;
import android.media.MediaPlayer;
import android.media.MediaRecorder;
import android.os.Handler;
import android.os.Looper;
import java.io.File;
import java.util.concurrent.Callable;

/** Players and recorders, as far as they do not need sound. */
final class MediaTests {
  private final PhoneTests tests;
  private final Context app;

  MediaTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("aPlayerHasStates", this::aPlayerHasStates);
    tests.test("musicBeginsAgain", this::musicBeginsAgain);
    tests.test("missingFilesAreNotPlayed", this::missingFilesAreNotPlayed);
    tests.test("aRecorderHasStates", this::aRecorderHasStates);
  }

  private static Callable<?> does(Runnable what) {
    return () -> {
      what.run();
      return null;
    };
  }

  private void aPlayerHasStates() throws Exception {
    MediaPlayer player = tests.main(() -> MediaPlayer.create(app, R.raw.tone));
    // 400 bytes at 16,000 a second.
    same(player.getDuration(), 25);
    MediaMetadataRetriever retriever = new MediaMetadataRetriever();
    AssetFileDescriptor file = app.getResources().openRawResourceFd(R.raw.tone);
    retriever.setDataSource(file.getFileDescriptor(), file.getStartOffset(), file.getLength());
    same(retriever.extractMetadata(MediaMetadataRetriever.METADATA_KEY_DURATION), "25");
    file.close();
    player.setOnCompletionListener(each -> Events.add("played"));
    player.start();
    Events.await("played");
    player.release();
    refuses("IllegalStateException", does(player::start));
    refuses("IllegalStateException", does(player::pause));
    refuses("IllegalStateException", player::getDuration);
    refuses("IllegalStateException", player::isPlaying);
    MediaPlayer idle = new MediaPlayer();
    refuses("IllegalStateException", () -> {
      idle.prepare();
      return null;
    });
    idle.release();
  }

  /** As in games, for more rounds than there could be numbers of them if each made two. */
  private void musicBeginsAgain() throws Exception {
    MediaPlayer player = tests.main(() -> MediaPlayer.create(app, R.raw.tone));
    player.setLooping(true);
    player.start();
    Runnable look =
        () -> Events.add("within:" + (player.getCurrentPosition() <= player.getDuration()));
    tests.main(() -> new Handler(Looper.getMainLooper()).postDelayed(look, 2010));
    Events.await("within:true");
    same(player.isPlaying(), true);
    player.release();
  }

  private void missingFilesAreNotPlayed() throws Exception {
    String none = new File(app.getFilesDir(), "none.mp3").getPath();
    MediaPlayer player = new MediaPlayer();
    refuses("FileNotFoundException", () -> {
      player.setDataSource(none);
      return null;
    });
    player.release();
    MediaMetadataRetriever retriever = new MediaMetadataRetriever();
    refuses("IllegalArgumentException", does(() -> retriever.setDataSource(none)));
  }

  private void aRecorderHasStates() throws Exception {
    MediaRecorder recorder = new MediaRecorder();
    refuses("IllegalStateException", does(recorder::start));
    refuses("IllegalStateException", does(recorder::stop));
    refuses("IllegalStateException", () -> {
      recorder.prepare();
      return null;
    });
    recorder.release();
    same(MediaRecorder.getAudioSourceMax() > 0, true);
  }
}
