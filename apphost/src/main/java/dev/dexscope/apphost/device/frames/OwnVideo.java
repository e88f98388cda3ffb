package dev.dexscope.apphost.device.frames;

import android.widget.VideoView;
import org.robolectric.annotation.Implements;

/** Gives {@code VideoView}s the framework's own code: Robolectric's is not of our surfaces. */
@Implements(VideoView.class)
public class OwnVideo extends OwnSurfaces {}
