package dev.dexscope.apphost.device;

import android.content.Intent;
import dev.dexscope.apphost.AppClasses;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextImpl;

/** The same for contexts, whose broadcasts find the receivers of the manifest. */
@Implements(className = "android.app.ContextImpl")
public class LoaderOfContext extends ShadowContextImpl {
  @Override
  @Implementation
  protected ClassLoader getClassLoader() {
    ClassLoader app = AppClasses.loader();
    return app == null ? getClass().getClassLoader() : app;
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent) {
    Session.current().receivers().prepare(intent);
    super.sendBroadcast(intent);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent, String receiverPermission) {
    Session.current().receivers().prepare(intent);
    super.sendBroadcast(intent, receiverPermission);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcast(Intent intent, String receiverPermission) {
    Session.current().receivers().prepare(intent);
    super.sendOrderedBroadcast(intent, receiverPermission);
  }
}
