package dev.dexscope.samples.birdbook;

import android.content.res.Resources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** A species, with how many of it were seen in each month of four years. */
final class Species {
  final String name;
  final String latin;
  final int[] counts;

  private Species(JSONObject json) throws JSONException {
    name = json.getString("name");
    latin = json.getString("latin");
    JSONArray months = json.getJSONArray("counts");
    counts = new int[months.length()];
    for (int month = 0; month < counts.length; month++) {
      counts[month] = months.getInt(month);
    }
  }

  static List<Species> all(Resources resources) {
    return parse(text(resources));
  }

  static List<Species> parse(String text) {
    try {
      JSONArray json = new JSONArray(text);
      List<Species> all = new ArrayList<>();
      for (int i = 0; i < json.length(); i++) {
        all.add(new Species(json.getJSONObject(i)));
      }
      return all;
    } catch (JSONException e) {
      throw new IllegalStateException("species.json is part of the app", e);
    }
  }

  static String text(Resources resources) {
    try (InputStream in = resources.openRawResource(R.raw.species)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
      return out.toString("UTF-8");
    } catch (IOException e) {
      throw new IllegalStateException("species.json is part of the app", e);
    }
  }
}
