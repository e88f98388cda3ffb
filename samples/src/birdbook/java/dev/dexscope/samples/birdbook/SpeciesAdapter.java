package dev.dexscope.samples.birdbook;

import android.content.Context;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.TextView;
import java.util.List;
import java.util.Map;

/** Rows of species, slow on purpose: see {@link SpeciesActivity}. */
final class SpeciesAdapter extends BaseAdapter {
  private final Context context;
  private final Map<String, String> similar;
  private final String json;

  SpeciesAdapter(Context context, Map<String, String> similar) {
    this.context = context;
    this.similar = similar;
    this.json = Species.text(context.getResources());
  }

  @Override
  public int getCount() {
    return similar.size();
  }

  @Override
  public Species getItem(int position) {
    List<Species> all = Species.parse(json);
    return all.get(position);
  }

  @Override
  public long getItemId(int position) {
    return position;
  }

  @Override
  public View getView(int position, View old, ViewGroup parent) {
    View row = LayoutInflater.from(context).inflate(R.layout.species_row, parent, false);
    Species species = getItem(position);
    ((TextView) row.findViewById(R.id.bird)).setText(species.name);
    ((TextView) row.findViewById(R.id.latin)).setText(species.latin);
    ((TextView) row.findViewById(R.id.similar))
        .setText(context.getString(R.string.similar, similar.get(species.name)));
    return row;
  }
}
