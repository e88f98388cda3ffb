/** Android's Unix sockets. */
@NullMarked
package android.net;

import org.jspecify.annotations.NullMarked;
