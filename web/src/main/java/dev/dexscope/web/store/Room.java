package dev.dexscope.web.store;

import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.IOException;

/**
 * The room on the disk for uploads on their way. It is bounded for all of them together, so that
 * uploads that never end do not fill the disk beside what is kept.
 */
final class Room {
  /** Between two looks at how much the disk has left. */
  private static final long LOOK_EACH = 16L << 20;

  private final Contents disk;
  private final StoreLimits limits;
  private long taken;

  Room(Contents disk, StoreLimits limits) {
    this.disk = disk;
    this.limits = limits;
  }

  /** The room of one upload, which is free again when it is closed. */
  Share share() {
    return new Share();
  }

  private synchronized void take(long bytes) throws RefusedUploadException {
    if (taken + bytes > limits.incomingBytes()) {
      throw new RefusedUploadException(
          Cause.BUSY, "the uploads on their way take all room for such; try again in some minutes");
    }
    taken += bytes;
  }

  private synchronized void free(long bytes) {
    taken -= bytes;
  }

  final class Share implements AutoCloseable {
    private long bytes;
    private long look;

    private Share() {}

    /**
     * Makes room for more bytes.
     *
     * @throws RefusedUploadException if there is none
     */
    void grow(long more) throws IOException {
      if (bytes >= look) {
        if (disk.freeBytes() - LOOK_EACH < limits.freeBytes()) {
          throw new RefusedUploadException(Cause.NO_ROOM, "the disk has no room for this");
        }
        look += LOOK_EACH;
      }
      take(more);
      bytes += more;
    }

    @Override
    public void close() {
      free(bytes);
    }
  }
}
