package dev.dexscope.samples.birdbook;

import android.app.Activity;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.SharedPreferences.OnSharedPreferenceChangeListener;
import android.os.Bundle;
import android.util.Log;
import android.view.View;
import android.widget.AdapterView;
import android.widget.Button;
import android.widget.ListView;
import android.widget.TextView;
import android.widget.Toast;

/** The list of all sightings, from which everything else is reached. */
public final class SightingsActivity extends Activity {
  private static final int EDIT = 1;
  private static final String BY_NAME = "by_name";

  private final SightingAdapter adapter = new SightingAdapter();
  // The preferences hold it weakly: this field keeps it.
  private final OnSharedPreferenceChangeListener counted = (all, key) -> showSummary();
  private SharedPreferences preferences;
  private Button order;
  private TextView summary;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.sightings);
    preferences = BirdBook.preferences(this);
    summary = (TextView) findViewById(R.id.summary);
    order = (Button) findViewById(R.id.order);
    ListView list = (ListView) findViewById(R.id.list);
    list.setEmptyView(findViewById(R.id.empty));
    list.setAdapter(adapter);
    list.setOnItemClickListener(
        new AdapterView.OnItemClickListener() {
          @Override
          public void onItemClick(AdapterView<?> parent, View row, int position, long id) {
            edit(id);
          }
        });
    onClick(R.id.add, () -> edit(Sighting.NEW));
    onClick(R.id.species, () -> startActivity(new Intent(this, SpeciesActivity.class)));
    onClick(R.id.count, () -> startService(new Intent(this, CountService.class)));
    onClick(R.id.order, this::changeOrder);
  }

  private void onClick(int id, Runnable action) {
    findViewById(id).setOnClickListener(view -> action.run());
  }

  @Override
  protected void onResume() {
    super.onResume();
    preferences.registerOnSharedPreferenceChangeListener(counted);
    showSightings();
    showSummary();
  }

  @Override
  protected void onPause() {
    preferences.unregisterOnSharedPreferenceChangeListener(counted);
    super.onPause();
  }

  private void showSightings() {
    boolean byName = preferences.getBoolean(BY_NAME, false);
    order.setText(byName ? R.string.by_day : R.string.by_name);
    adapter.show(
        BirdBook.sightings(this).all(byName ? SightingStore.BY_NAME : SightingStore.BY_DAY));
  }

  private void showSummary() {
    int birds = preferences.getInt(CountReceiver.BIRDS, 0);
    int species = preferences.getInt(CountReceiver.SPECIES, 0);
    summary.setText(
        species == 0
            ? getString(R.string.not_counted)
            : getString(R.string.counted, birds, species));
  }

  private void changeOrder() {
    boolean byName = preferences.getBoolean(BY_NAME, false);
    preferences.edit().putBoolean(BY_NAME, !byName).apply();
    showSightings();
  }

  private void edit(long id) {
    Intent intent = new Intent(this, SightingActivity.class);
    startActivityForResult(intent.putExtra(SightingActivity.ID, id), EDIT);
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (request == EDIT && result == RESULT_OK) {
      String bird = data.getStringExtra(SightingActivity.SAVED);
      String text = bird == null ? getString(R.string.deleted) : getString(R.string.saved, bird);
      Log.i("BirdBook", text);
      Toast.makeText(this, text, Toast.LENGTH_SHORT).show();
    }
  }
}
