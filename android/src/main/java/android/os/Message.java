package android.os;

/**
 * The argument of a handler: data, or a callback. Messages are used again when they have been
 * handled.
 */
public final class Message implements Parcelable {
  public static final int UID_NONE = -1;

  public static final Creator<Message> CREATOR =
      new Creator<>() {
        @Override
        public Message createFromParcel(Parcel source) {
          Message message = obtain();
          message.what = source.readInt();
          message.arg1 = source.readInt();
          message.arg2 = source.readInt();
          message.obj =
              source.readInt() == 0 ? null : source.readParcelable(Message.class.getClassLoader());
          message.when = source.readLong();
          message.data = source.readBundle();
          message.sendingUid = source.readInt();
          return message;
        }

        @Override
        public Message[] newArray(int size) {
          return new Message[size];
        }
      };

  private static final int LARGEST_POOL = 50;
  private static final Object POOL_LOCK = new Object();
  private static Message pool;
  private static int poolSize;

  public int what;
  public int arg1;
  public int arg2;
  public Object obj;
  public int sendingUid = UID_NONE;

  /** When it is to be handled, in {@link SystemClock#uptimeMillis}; 0 before all others. */
  long when;

  Bundle data;
  Handler target;
  Runnable callback;

  /** The next in a queue, or in the pool. */
  Message next;

  private boolean inUse;
  private boolean asynchronous;

  public Message() {}

  public static Message obtain() {
    synchronized (POOL_LOCK) {
      Message message = pool;
      if (message != null) {
        pool = message.next;
        message.next = null;
        message.inUse = false;
        poolSize--;
        return message;
      }
    }
    return new Message();
  }

  /** A copy, with the target and callback too. */
  public static Message obtain(Message orig) {
    Message message = obtain();
    message.copyFrom(orig);
    message.target = orig.target;
    message.callback = orig.callback;
    return message;
  }

  public static Message obtain(Handler h) {
    Message message = obtain();
    message.target = h;
    return message;
  }

  public static Message obtain(Handler h, Runnable callback) {
    Message message = obtain(h);
    message.callback = callback;
    return message;
  }

  public static Message obtain(Handler h, int what) {
    return obtain(h, what, 0, 0, null);
  }

  public static Message obtain(Handler h, int what, Object obj) {
    return obtain(h, what, 0, 0, obj);
  }

  public static Message obtain(Handler h, int what, int arg1, int arg2) {
    return obtain(h, what, arg1, arg2, null);
  }

  public static Message obtain(Handler h, int what, int arg1, int arg2, Object obj) {
    Message message = obtain(h);
    message.what = what;
    message.arg1 = arg1;
    message.arg2 = arg2;
    message.obj = obj;
    return message;
  }

  /** Gives the message back; it must not be used any more. */
  public void recycle() {
    if (inUse) {
      throw new IllegalStateException(
          "This message cannot be recycled because it is still in use.");
    }
    recycleUnchecked();
  }

  void recycleUnchecked() {
    inUse = true;
    asynchronous = false;
    what = 0;
    arg1 = 0;
    arg2 = 0;
    obj = null;
    sendingUid = UID_NONE;
    when = 0;
    target = null;
    callback = null;
    data = null;
    synchronized (POOL_LOCK) {
      if (poolSize < LARGEST_POOL) {
        next = pool;
        pool = this;
        poolSize++;
      }
    }
  }

  boolean isInUse() {
    return inUse;
  }

  void markInUse() {
    inUse = true;
  }

  public void copyFrom(Message o) {
    asynchronous = o.asynchronous;
    what = o.what;
    arg1 = o.arg1;
    arg2 = o.arg2;
    obj = o.obj;
    sendingUid = o.sendingUid;
    data = o.data == null ? null : (Bundle) o.data.clone();
  }

  public long getWhen() {
    return when;
  }

  public void setTarget(Handler target) {
    this.target = target;
  }

  public Handler getTarget() {
    return target;
  }

  public Runnable getCallback() {
    return callback;
  }

  /** The data, made when there is none. */
  public Bundle getData() {
    if (data == null) {
      data = new Bundle();
    }
    return data;
  }

  public Bundle peekData() {
    return data;
  }

  public void setData(Bundle data) {
    this.data = data;
  }

  public Message setWhat(int what) {
    this.what = what;
    return this;
  }

  public void sendToTarget() {
    target.sendMessage(this);
  }

  /** Whether it passes sync barriers. */
  public boolean isAsynchronous() {
    return asynchronous;
  }

  public void setAsynchronous(boolean async) {
    asynchronous = async;
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{ when=").append(when - SystemClock.uptimeMillis()).append("ms");
    if (target == null) {
      text.append(" barrier=").append(arg1);
    } else {
      if (callback != null) {
        text.append(" callback=").append(callback.getClass().getName());
      } else {
        text.append(" what=").append(what);
      }
      if (arg1 != 0) {
        text.append(" arg1=").append(arg1);
      }
      if (arg2 != 0) {
        text.append(" arg2=").append(arg2);
      }
      if (obj != null) {
        text.append(" obj=").append(obj);
      }
      text.append(" target=").append(target.getClass().getName());
    }
    return text.append(" }").toString();
  }

  @Override
  public int describeContents() {
    return 0;
  }

  @Override
  public void writeToParcel(Parcel dest, int flags) {
    if (callback != null) {
      throw new RuntimeException("Can't marshal callbacks across processes.");
    }
    dest.writeInt(what);
    dest.writeInt(arg1);
    dest.writeInt(arg2);
    if (obj == null) {
      dest.writeInt(0);
    } else if (obj instanceof Parcelable parcelable) {
      dest.writeInt(1);
      dest.writeParcelable(parcelable, flags);
    } else {
      throw new RuntimeException("Can't marshal non-Parcelable objects across processes.");
    }
    dest.writeLong(when);
    dest.writeBundle(data);
    dest.writeInt(sendingUid);
  }
}
