package dev.dexscope.samples.birdbook;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Intent;
import android.os.Bundle;
import android.text.TextUtils;
import android.view.View;
import android.widget.EditText;
import java.util.Calendar;

/**
 * A form for one sighting: its result is the bird that was saved, or nothing when it was deleted.
 */
public final class SightingActivity extends Activity {
  static final String ID = "id";
  static final String SAVED = "saved";

  private static final int MOST = 9999;

  private long id;
  private String day;
  private EditText bird;
  private EditText place;
  private EditText count;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.sighting);
    bird = (EditText) findViewById(R.id.bird);
    place = (EditText) findViewById(R.id.place);
    count = (EditText) findViewById(R.id.count);
    id = getIntent().getLongExtra(ID, Sighting.NEW);
    if (id == Sighting.NEW) {
      day = today();
      findViewById(R.id.delete).setVisibility(View.GONE);
    } else {
      Sighting sighting = BirdBook.sightings(this).find(id);
      day = sighting.day;
      if (state == null) { // else what was typed comes back by itself
        bird.setText(sighting.bird);
        place.setText(sighting.place);
        count.setText(Integer.toString(sighting.count));
      }
    }
    findViewById(R.id.save).setOnClickListener(view -> save());
    findViewById(R.id.delete).setOnClickListener(view -> ask());
  }

  private static String today() {
    Calendar now = Calendar.getInstance();
    return SightingStore.day(
        now.get(Calendar.YEAR), now.get(Calendar.MONTH) + 1, now.get(Calendar.DAY_OF_MONTH));
  }

  private void save() {
    String name = bird.getText().toString().trim();
    if (TextUtils.isEmpty(name)) {
      bird.setError(getString(R.string.bird_missing));
      return;
    }
    int birds = number(count.getText().toString());
    if (birds < 1) {
      count.setError(getString(R.string.count_wrong));
      return;
    }
    String where = place.getText().toString().trim();
    BirdBook.sightings(this).save(new Sighting(id, name, where, day, birds));
    finishWith(name);
  }

  /** 0 for what is no number that the form takes. */
  private static int number(String text) {
    try {
      int number = Integer.parseInt(text);
      return number <= MOST ? number : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void ask() {
    new AlertDialog.Builder(this)
        .setMessage(R.string.delete_question)
        .setNegativeButton(R.string.keep, null)
        .setPositiveButton(R.string.delete, (dialog, which) -> delete())
        .show();
  }

  private void delete() {
    BirdBook.sightings(this).delete(id);
    finishWith(null);
  }

  private void finishWith(String saved) {
    setResult(RESULT_OK, new Intent().putExtra(SAVED, saved));
    finish();
  }
}
