package dev.dexscope.samples.birdbook;

/** How many letters must change to make one word of another. */
final class EditDistance {
  private EditDistance() {}

  static int between(String a, String b) {
    int[][] changes = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          changes[i][j] = i + j;
        } else {
          int replaced = changes[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          changes[i][j] = Math.min(replaced, Math.min(changes[i - 1][j], changes[i][j - 1]) + 1);
        }
      }
    }
    return changes[a.length()][b.length()];
  }
}
