package android.app.job;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** Of level 21, to compile against. */
public abstract class JobService extends Service {
  @Override
  public final IBinder onBind(Intent intent) {
    throw new UnsupportedOperationException();
  }

  /** The job begins. */
  public abstract boolean onStartJob(JobParameters parameters);

  /** The job is to end. */
  public abstract boolean onStopJob(JobParameters parameters);

  /** The job is done. */
  public final void jobFinished(JobParameters parameters, boolean isToRepeat) {
    throw new UnsupportedOperationException();
  }
}
