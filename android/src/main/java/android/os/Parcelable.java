package android.os;

/** An object that can be put into a {@link Parcel}. */
public interface Parcelable {
  int PARCELABLE_WRITE_RETURN_VALUE = 1;
  int CONTENTS_FILE_DESCRIPTOR = 1;

  int describeContents();

  void writeToParcel(Parcel dest, int flags);

  /** Makes instances again: each class has one as {@code CREATOR}. */
  interface Creator<T> {
    T createFromParcel(Parcel source);

    T[] newArray(int size);
  }

  /** One that wants a class loader. */
  interface ClassLoaderCreator<T> extends Creator<T> {
    T createFromParcel(Parcel source, ClassLoader loader);
  }
}
