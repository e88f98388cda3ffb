/**
 * Baseline profiles: the rules that people read ({@link dev.dexscope.baseline.Rules}), what they
 * name in a package ({@link dev.dexscope.baseline.ArtProfile}), and the files of Android's runtime
 * that have it ({@link dev.dexscope.baseline.ProfileReader}, {@link
 * dev.dexscope.baseline.ProfileWriter}).
 */
@NullMarked
package dev.dexscope.baseline;

import org.jspecify.annotations.NullMarked;
