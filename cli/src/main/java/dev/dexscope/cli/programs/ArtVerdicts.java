package dev.dexscope.cli.programs;

import dev.dexscope.art.Art;
import dev.dexscope.art.ArtVerifier;
import dev.dexscope.art.ArtVerifier.Finding;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The verdicts of Android's own runtime in the form of Dexscope's. */
final class ArtVerdicts {
  private ArtVerdicts() {}

  /** The class of a dex file. */
  private record Place(String file, String descriptor) {}

  static List<ClassVerdict> of(List<Path> files, List<Path> libraries) throws IOException {
    Map<String, Place> places = new LinkedHashMap<>();
    for (Path each : files) {
      for (DexFile dex : DexFile.open(each)) {
        for (ClassDef type : dex.classes()) {
          places.putIfAbsent(JavaName.of(type.type()), new Place(dex.name(), type.type()));
        }
      }
    }
    List<Path> path = new ArrayList<>(libraries);
    path.addAll(files);
    List<ClassVerdict> verdicts = new ArrayList<>();
    for (Finding each : new ArtVerifier(Art.required(), path).verify(places.keySet())) {
      Place place = places.get(each.className());
      if (place != null) {
        verdicts.add(verdict(place, each));
      }
    }
    return verdicts;
  }

  private static ClassVerdict verdict(Place place, Finding finding) {
    Verdict verdict = Verdict.valueOf(finding.verdict());
    Problem problem = verdict == Verdict.LOAD_FAILED ? Problem.LOAD : Problem.BAD_CLASS_HARD;
    List<Failure> failures =
        finding.reason().isEmpty()
            ? List.of()
            : List.of(new Failure(problem, "", -1, finding.reason()));
    return new ClassVerdict(place.file(), place.descriptor(), verdict, failures);
  }
}
