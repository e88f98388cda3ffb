package dev.dexscope.apphost.device;

import android.app.Activity;
import android.content.Intent;
import org.jspecify.annotations.Nullable;

/**
 * An activity that the app wants to see.
 *
 * @param asker the activity that gets a result; null for none
 * @param who the part of that activity that asked, null for itself
 * @param requestCode of the result, negative for none
 */
record Launch(@Nullable Activity asker, @Nullable String who, Intent intent, int requestCode) {}
