package dev.dexscope.samples.birdbook;

import android.app.Activity;
import android.os.Bundle;
import android.widget.ListView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All species, slow on purpose, for profiles to show why. Three faults that everybody has met:
 * {@code onCreate} compares each name with each other one before the first frame; {@link
 * SpeciesAdapter} parses all of the JSON again for each of its rows, each in a new view; and {@link
 * MonthChart} sorts whenever it draws.
 */
public final class SpeciesActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.species);
    List<Species> all = Species.all(getResources());
    ((MonthChart) findViewById(R.id.chart)).show(all);
    ((ListView) findViewById(R.id.list)).setAdapter(new SpeciesAdapter(this, similar(all)));
  }

  /** For each name the one that is written most like it. */
  private static Map<String, String> similar(List<Species> all) {
    Map<String, String> similar = new HashMap<>();
    for (Species species : all) {
      int least = Integer.MAX_VALUE;
      for (Species other : all) {
        int changes =
            other == species ? Integer.MAX_VALUE : EditDistance.between(species.name, other.name);
        if (changes < least) {
          least = changes;
          similar.put(species.name, other.name);
        }
      }
    }
    return similar;
  }
}
