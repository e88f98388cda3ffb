package dev.dexscope.sandbox.device;

import dev.dexscope.sandbox.AppClasses;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextImpl;

/** The same for contexts. */
@Implements(className = "android.app.ContextImpl")
public class LoaderOfContext extends ShadowContextImpl {
  @Override
  @Implementation
  protected ClassLoader getClassLoader() {
    ClassLoader app = AppClasses.loader();
    return app == null ? getClass().getClassLoader() : app;
  }
}
