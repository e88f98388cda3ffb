package dev.dexscope.samples.birdbook;

import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.TextView;
import java.util.Collections;
import java.util.List;

/** Rows of sightings, in views that are used again: how {@link SpeciesAdapter} should do it. */
final class SightingAdapter extends BaseAdapter {
  private List<Sighting> sightings = Collections.emptyList();

  void show(List<Sighting> sightings) {
    this.sightings = sightings;
    notifyDataSetChanged();
  }

  @Override
  public int getCount() {
    return sightings.size();
  }

  @Override
  public Sighting getItem(int position) {
    return sightings.get(position);
  }

  @Override
  public long getItemId(int position) {
    return sightings.get(position).id;
  }

  @Override
  public View getView(int position, View old, ViewGroup parent) {
    View row = old;
    if (row == null) {
      row = LayoutInflater.from(parent.getContext()).inflate(R.layout.sighting_row, parent, false);
      row.setTag(new Row(row));
    }
    ((Row) row.getTag()).show(sightings.get(position));
    return row;
  }

  private static final class Row {
    private final TextView bird;
    private final TextView seen;
    private final TextView count;

    Row(View view) {
      bird = (TextView) view.findViewById(R.id.bird);
      seen = (TextView) view.findViewById(R.id.seen);
      count = (TextView) view.findViewById(R.id.count);
    }

    void show(Sighting sighting) {
      bird.setText(sighting.bird);
      seen.setText(seen.getContext().getString(R.string.seen_on, sighting.place, sighting.day));
      count.setText(Integer.toString(sighting.count));
    }
  }
}
