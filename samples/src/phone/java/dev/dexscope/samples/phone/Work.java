package dev.dexscope.samples.phone;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** A job that is done at once. */
public final class Work extends JobService {
  @Override
  public boolean onStartJob(JobParameters parameters) {
    Events.add("job:" + parameters.getJobId());
    jobFinished(parameters, false);
    return true;
  }

  @Override
  public boolean onStopJob(JobParameters parameters) {
    return false;
  }

  @Override
  public void onDestroy() {
    super.onDestroy();
    Events.add("destroy");
  }
}
