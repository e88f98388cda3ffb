package android.util;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/** A file that is written whole or not at all: into a new one first, which then takes its name. */
public class AtomicFile {
  private final File base;
  private final File next;

  public AtomicFile(File baseName) {
    base = baseName;
    next = new File(baseName.getPath() + ".new");
  }

  public File getBaseFile() {
    return base;
  }

  public void delete() {
    base.delete();
    next.delete();
  }

  /** Begins to write; {@link #finishWrite} or {@link #failWrite} ends it. */
  public FileOutputStream startWrite() throws IOException {
    try {
      return new FileOutputStream(next);
    } catch (FileNotFoundException e) {
      if (!next.getParentFile().mkdirs()) {
        throw new IOException("Failed to create directory for " + next, e);
      }
      return new FileOutputStream(next);
    }
  }

  /** The written content is the file from now on. */
  public void finishWrite(FileOutputStream str) {
    if (str == null) {
      return;
    }
    try {
      str.getFD().sync();
      str.close();
      Files.move(next.toPath(), base.toPath(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Log.e("AtomicFile", "Failed to rename " + next + " to " + base, e);
    }
  }

  /** The written content is forgotten. */
  public void failWrite(FileOutputStream str) {
    if (str == null) {
      return;
    }
    try {
      str.close();
    } catch (IOException e) {
      Log.e("AtomicFile", "Failed to close file output stream", e);
    }
    if (!next.delete()) {
      Log.e("AtomicFile", "Failed to delete new file " + next);
    }
  }

  public void truncate() throws IOException {
    new FileOutputStream(base).close();
  }

  public FileOutputStream openAppend() throws IOException {
    return new FileOutputStream(base, true);
  }

  /** Opens the file; one that was begun and not finished is deleted. */
  public FileInputStream openRead() throws FileNotFoundException {
    if (next.exists() && base.exists() && !next.delete()) {
      Log.e("AtomicFile", "Failed to delete outdated new file " + next);
    }
    return new FileInputStream(base);
  }

  public long getLastModifiedTime() {
    return base.lastModified();
  }

  public byte[] readFully() throws IOException {
    try (FileInputStream in = openRead()) {
      return in.readAllBytes();
    }
  }

  @Override
  public String toString() {
    return "AtomicFile[" + base + "]";
  }
}
