package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.content.Intent;
import org.jspecify.annotations.Nullable;

/**
 * A request of the app to start an activity.
 *
 * @param asker the activity that receives a result, or null
 * @param who the requesting part of that activity, null for itself
 * @param requestCode of the result, negative if no result is requested
 */
record Launch(@Nullable Activity asker, @Nullable String who, Intent intent, int requestCode) {}
