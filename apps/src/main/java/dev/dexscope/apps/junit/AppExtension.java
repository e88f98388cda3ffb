package dev.dexscope.apps.junit;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppSession;
import dev.dexscope.base.files.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts an app before each test, with nothing of the one before, and ends it after.
 *
 * <pre>{@code
 * @RegisterExtension final AppExtension app = AppExtension.of(Path.of("birdbook.apk"));
 *
 * @Test
 * void aBirdThatIsSavedIsInTheList() throws IOException {
 *   app.session().perform("tap:id/add; text:id/bird=Zebra finch; tap:id/save");
 *   assertThat(app.session().tree()).contains("Zebra finch");
 * }
 * }</pre>
 */
@SuppressWarnings("exports") // Whoever extends JUnit has it.
public final class AppExtension implements BeforeEachCallback, AfterEachCallback {
  private final AppFramework framework;
  private final Path app;
  private @Nullable AppSession session;
  private @Nullable TemporaryFolder folder;

  private AppExtension(AppFramework framework, Path app) {
    this.framework = framework;
    this.app = app;
  }

  /** For an app, with the user's framework: {@code dexscope apps install}. */
  public static AppExtension of(Path app) {
    return of(AppFramework.ofUser(), app);
  }

  /** For an app, with a framework in some other place. */
  public static AppExtension of(AppFramework framework, Path app) {
    return new AppExtension(framework, app);
  }

  /** The app that runs for this test. */
  public AppSession session() {
    if (session == null) {
      throw new IllegalStateException("the app runs while a test does");
    }
    return session;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    TemporaryFolder made = TemporaryFolder.make();
    folder = made;
    session = AppSession.start(framework, AppRequest.of(app, made.path()), List.of());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    try {
      if (session != null) {
        session.close();
      }
    } finally {
      session = null;
      if (folder != null) {
        folder.close();
      }
    }
  }
}
