import edu.uoregon.tau.perfdmf.DataSource;
import edu.uoregon.tau.perfdmf.FunctionProfile;
import edu.uoregon.tau.perfdmf.UtilFncs;
import java.io.File;
import java.util.Iterator;

/** What TAU's PerfDMF reads in a folder of profiles, by rows of six columns: see tau-profiles. */
final class PerfDmf {
  private PerfDmf() {}

  public static void main(String[] args) throws Exception {
    File[] folder = {new File(args[0])};
    DataSource source = UtilFncs.initializeDataSource(folder, DataSource.TAUPROFILE, false);
    source.load();
    for (Object each : source.getAllThreads()) {
      var thread = (edu.uoregon.tau.perfdmf.Thread) each;
      String number =
          thread.getNodeID() + "." + thread.getContextID() + "." + thread.getThreadID();
      for (Iterator<?> rows = thread.getFunctionProfileIterator(); rows.hasNext(); ) {
        // Functions that only other threads have called are null here.
        if (rows.next() instanceof FunctionProfile row) {
          System.out.printf(
              "%s\t%s\t%.0f\t%.0f\t%.0f\t%.0f%n",
              number,
              row.getFunction().getName(),
              row.getNumCalls(),
              row.getNumSubr(),
              row.getExclusive(0),
              row.getInclusive(0));
        }
      }
    }
  }
}
