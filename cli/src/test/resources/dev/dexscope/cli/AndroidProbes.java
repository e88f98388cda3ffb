import android.content.*;
import android.database.*;
import android.database.sqlite.*;
import android.graphics.*;
import android.icu.text.*;
import android.icu.util.ULocale;
import android.net.Uri;
import android.os.*;
import android.text.*;
import android.text.format.*;
import android.util.*;
import java.io.*;
import java.util.Arrays;
import java.util.Date;
import java.util.concurrent.*;
import org.json.*;
import org.xmlpull.v1.*;

/** Calls of Android's platform that need no activity, each with its documented result. */
public class AndroidProbes {
  interface Call {
    Object get() throws Throwable;
  }

  private static int good;

  static void check(String name, Object want, Call call) {
    Object got;
    try {
      got = call.get();
    } catch (Throwable e) {
      got = e;
    }
    if (String.valueOf(want).equals(String.valueOf(got))) {
      good++;
    } else {
      System.out.println(name + ": expected " + want + ", was " + got);
    }
  }

  static class Boxed implements Parcelable {
    int a;

    Boxed(int a) {
      this.a = a;
    }

    public int describeContents() {
      return 0;
    }

    public void writeToParcel(Parcel o, int f) {
      o.writeInt(a);
    }

    public static final Parcelable.Creator<Boxed> CREATOR =
        new Parcelable.Creator<Boxed>() {
          public Boxed createFromParcel(Parcel i) {
            return new Boxed(i.readInt());
          }

          public Boxed[] newArray(int n) {
            return new Boxed[n];
          }
        };
  }

  static Context context() throws Exception {
    Class<?> c = Class.forName("android.app.ActivityThread");
    return (Context) c.getMethod("currentApplication").invoke(null);
  }

  public static void main(String[] args) throws Exception {
    check("uri", "v", () -> Uri.parse("http://h/p?k=v").getQueryParameter("k"));
    check(
        "uri build",
        "content://a/b%20c?x=1",
        () ->
            new Uri.Builder()
                .scheme("content")
                .authority("a")
                .appendPath("b c")
                .appendQueryParameter("x", "1")
                .build());
    check("uri enc", "a%20b", () -> Uri.encode("a b"));
    check("textutils", "a,b", () -> TextUtils.join(",", Arrays.asList("a", "b")));
    check("html", "bold", () -> Html.fromHtml("<b>bold</b>", 0).toString().trim());
    check("htmlenc", "&lt;", () -> TextUtils.htmlEncode("<"));
    check(
        "span",
        1,
        () -> {
          SpannableString s = new SpannableString("abc");
          s.setSpan(new android.text.style.StyleSpan(Typeface.BOLD), 0, 1, 0);
          return s.getSpans(0, 3, Object.class).length;
        });
    check("ssb", "axbc", () -> new SpannableStringBuilder("abc").insert(1, "x"));
    check("json", 3, () -> new JSONObject("{\"a\":[1,2,3]}").getJSONArray("a").length());
    check(
        "jsonreader",
        "k",
        () -> {
          JsonReader r = new JsonReader(new StringReader("{\"k\":1}"));
          r.beginObject();
          return r.nextName();
        });
    check(
        "jsonwriter",
        "{\"a\":1}",
        () -> {
          StringWriter w = new StringWriter();
          JsonWriter j = new JsonWriter(w);
          j.beginObject().name("a").value(1).endObject();
          return w;
        });
    check(
        "xml",
        "a",
        () -> {
          XmlPullParser x = Xml.newPullParser();
          x.setInput(new StringReader("<a b='c'>t</a>"));
          x.next();
          return x.getName();
        });
    check(
        "xmlfactory",
        "c",
        () -> {
          XmlPullParser x = XmlPullParserFactory.newInstance().newPullParser();
          x.setInput(new StringReader("<a b='c'>t</a>"));
          x.next();
          return x.getAttributeValue(null, "b");
        });
    check(
        "xmlserial",
        "<?xml version='1.0' encoding='UTF-8' ?><a />",
        () -> {
          XmlSerializer s = Xml.newSerializer();
          StringWriter w = new StringWriter();
          s.setOutput(w);
          s.startDocument("UTF-8", null);
          s.startTag(null, "a");
          s.endTag(null, "a");
          s.endDocument();
          return w;
        });
    check(
        "xmlparse",
        "a",
        () -> {
          String[] n = new String[1];
          Xml.parse(
              "<a/>",
              new org.xml.sax.helpers.DefaultHandler() {
                public void startElement(String u, String l, String q, org.xml.sax.Attributes at) {
                  n[0] = l;
                }
              });
          return n[0];
        });
    check("intent", "v", () -> new Intent("x").putExtra("k", "v").getStringExtra("k"));
    check("intent uri", true, () -> new Intent("x").toUri(0).contains("action=x"));
    check(
        "bundle",
        5,
        () -> {
          Bundle b = new Bundle();
          b.putInt("i", 5);
          return b.getInt("i");
        });
    check(
        "parcel",
        7,
        () -> {
          Parcel q = Parcel.obtain();
          q.writeParcelable(new Boxed(7), 0);
          q.setDataPosition(0);
          Boxed m = q.readParcelable(AndroidProbes.class.getClassLoader());
          return m.a;
        });
    check(
        "parcel bytes",
        "s",
        () -> {
          Parcel q = Parcel.obtain();
          q.writeString("s");
          byte[] b = q.marshall();
          Parcel r = Parcel.obtain();
          r.unmarshall(b, 0, b.length);
          r.setDataPosition(0);
          return r.readString();
        });
    check(
        "bundle parcel",
        "x",
        () -> {
          Bundle b = new Bundle();
          b.putString("k", "x");
          Parcel q = Parcel.obtain();
          q.writeBundle(b);
          q.setDataPosition(0);
          return q.readBundle(AndroidProbes.class.getClassLoader()).getString("k");
        });
    check("rect", "Rect(1, 2 - 3, 4)", () -> new Rect(1, 2, 3, 4));
    check("rectf", true, () -> new RectF(0, 0, 2, 2).contains(1, 1));
    check("color", -65536, () -> Color.parseColor("red"));
    check(
        "hsv",
        0.0f,
        () -> {
          float[] h = new float[3];
          Color.colorToHSV(Color.RED, h);
          return h[0];
        });
    check(
        "matrix",
        2.0f,
        () -> {
          Matrix m = new Matrix();
          m.setScale(2, 3);
          float[] f = {1, 1};
          m.mapPoints(f);
          return f[0];
        });
    check(
        "path",
        false,
        () -> {
          Path q = new Path();
          q.lineTo(3, 3);
          return q.isEmpty();
        });
    check("region", true, () -> new android.graphics.Region(0, 0, 5, 5).contains(2, 2));
    check(
        "bitmap",
        -16776961,
        () -> {
          Bitmap b = Bitmap.createBitmap(4, 4, Bitmap.Config.ARGB_8888);
          new Canvas(b).drawColor(Color.BLUE);
          return b.getPixel(1, 1);
        });
    check(
        "png",
        true,
        () -> {
          Bitmap b = Bitmap.createBitmap(4, 4, Bitmap.Config.ARGB_8888);
          b.eraseColor(Color.GREEN);
          ByteArrayOutputStream o = new ByteArrayOutputStream();
          b.compress(Bitmap.CompressFormat.PNG, 100, o);
          Bitmap c = BitmapFactory.decodeByteArray(o.toByteArray(), 0, o.size());
          return c.getPixel(0, 0) == Color.GREEN && c.getWidth() == 4;
        });
    check("paint", true, () -> new Paint().measureText("hello") > 5);
    check("patterns", true, () -> Patterns.EMAIL_ADDRESS.matcher("a@b.com").matches());
    check("weburl", true, () -> Patterns.WEB_URL.matcher("http://www.example.com/").matches());
    check("base64", "YWI=", () -> Base64.encodeToString("ab".getBytes(), Base64.NO_WRAP));
    check(
        "lru",
        2,
        () -> {
          LruCache<String, Integer> l = new LruCache<>(2);
          l.put("a", 1);
          l.put("b", 2);
          l.put("c", 3);
          return l.size();
        });
    check(
        "sparse",
        "x",
        () -> {
          SparseArray<String> s = new SparseArray<>();
          s.put(3, "x");
          return s.get(3);
        });
    check(
        "arraymap",
        "{a=1}",
        () -> {
          ArrayMap<String, Integer> m = new ArrayMap<>();
          m.put("a", 1);
          return m;
        });
    check("pair", true, () -> Pair.create(1, 2).equals(Pair.create(1, 2)));
    check("range", true, () -> android.util.Range.create(1, 5).contains(3));
    check("rational", "1/2", () -> new Rational(2, 4));
    check("size", "3x4", () -> new Size(3, 4));
    check(
        "typedvalue",
        true,
        () ->
            TypedValue.applyDimension(
                    TypedValue.COMPLEX_UNIT_DIP, 1, context().getResources().getDisplayMetrics())
                > 0);
    check(
        "sqlite",
        42,
        () -> {
          SQLiteDatabase d = SQLiteDatabase.create(null);
          d.execSQL("create table t(a int)");
          ContentValues v = new ContentValues();
          v.put("a", 42);
          d.insert("t", null, v);
          Cursor c = d.rawQuery("select a from t", null);
          c.moveToFirst();
          int r = c.getInt(0);
          c.close();
          d.close();
          return r;
        });
    check(
        "sqlite file",
        1L,
        () -> {
          File f = File.createTempFile("xxx", ".db");
          SQLiteDatabase d = SQLiteDatabase.openOrCreateDatabase(f, null);
          d.execSQL("create table t(a text)");
          d.execSQL("insert into t values('q')");
          long n = DatabaseUtils.queryNumEntries(d, "t");
          d.close();
          f.delete();
          return n;
        });
    check(
        "matrixcursor",
        "v",
        () -> {
          MatrixCursor c = new MatrixCursor(new String[] {"k"});
          c.addRow(new Object[] {"v"});
          c.moveToFirst();
          return c.getString(0);
        });
    check("icu", "1,234.5", () -> NumberFormat.getInstance(ULocale.US).format(1234.5));
    check("icu plural", "one", () -> PluralRules.forLocale(ULocale.ENGLISH).select(1));
    check("icu translit", "a", () -> Transliterator.getInstance("Latin-ASCII").transliterate("á"));
    check(
        "icu cal",
        2020,
        () -> {
          android.icu.util.GregorianCalendar g = new android.icu.util.GregorianCalendar(2020, 0, 1);
          return g.get(android.icu.util.Calendar.YEAR);
        });
    check(
        "icu break",
        5,
        () -> {
          BreakIterator b = BreakIterator.getWordInstance();
          b.setText("hello world");
          b.first();
          return b.next();
        });
    check(
        "dateformat",
        "2020",
        () -> android.text.format.DateFormat.format("yyyy", new Date(1590000000000L)));
    check("dateutils", "01:05", () -> DateUtils.formatElapsedTime(65));
    check(
        "formatter",
        "1.00 kB",
        () -> android.text.format.Formatter.formatFileSize(context(), 1000));
    check(
        "handlerthread",
        "done",
        () -> {
          HandlerThread t = new HandlerThread("t");
          t.start();
          CompletableFuture<String> f = new CompletableFuture<>();
          new Handler(t.getLooper()).postDelayed(() -> f.complete("done"), 20);
          String s = f.get(5, TimeUnit.SECONDS);
          t.quit();
          return s;
        });
    check(
        "mainlooper",
        true,
        () -> {
          CompletableFuture<Thread> f = new CompletableFuture<>();
          new Handler(Looper.getMainLooper()).post(() -> f.complete(Thread.currentThread()));
          return f.get(5, TimeUnit.SECONDS) == Looper.getMainLooper().getThread();
        });
    check(
        "mainlooper delayed",
        true,
        () -> {
          long a = SystemClock.uptimeMillis();
          CompletableFuture<Long> f = new CompletableFuture<>();
          new Handler(Looper.getMainLooper())
              .postDelayed(() -> f.complete(SystemClock.uptimeMillis()), 100);
          long d = f.get(5, TimeUnit.SECONDS) - a;
          return d >= 100 && d < 1500;
        });
    check(
        "async",
        "r",
        () -> {
          CompletableFuture<String> f = new CompletableFuture<>();
          new AsyncTask<Void, Void, String>() {
            protected String doInBackground(Void... v) {
              return "r";
            }

            protected void onPostExecute(String s) {
              f.complete(s);
            }
          }.execute();
          return f.get(5, TimeUnit.SECONDS);
        });
    check(
        "uptime",
        true,
        () -> {
          long a = SystemClock.uptimeMillis();
          Thread.sleep(50);
          long d = SystemClock.uptimeMillis() - a;
          return d >= 45 && d < 2000;
        });
    check(
        "cputime",
        true,
        () -> {
          long a = Debug.threadCpuTimeNanos();
          long x = 0;
          for (int i = 0; i < 20000000; i++) x += i;
          return Debug.threadCpuTimeNanos() > a && x > 0;
        });
    check("log", true, () -> Log.i("T", "m") > 0);
    check(
        "prefs",
        9,
        () -> {
          SharedPreferences s = context().getSharedPreferences("p", 0);
          s.edit().putInt("a", 9).commit();
          return s.getInt("a", 0);
        });
    check(
        "files",
        "hi",
        () -> {
          FileOutputStream o = context().openFileOutput("f", 0);
          o.write("hi".getBytes());
          o.close();
          BufferedReader r =
              new BufferedReader(new InputStreamReader(context().openFileInput("f")));
          return r.readLine();
        });
    check("package", "dev.dexscope.program", () -> context().getPackageName());
    check("sdk", 35, () -> Build.VERSION.SDK_INT);
    check("component", "a/.B", () -> new ComponentName("a", "a.B").flattenToShortString());
    check(
        "contentvalues",
        "a=1",
        () -> {
          ContentValues v = new ContentValues();
          v.put("a", 1);
          return v;
        });
    check(
        "urimatcher",
        1,
        () -> {
          UriMatcher m = new UriMatcher(-1);
          m.addURI("a", "b/#", 1);
          return m.match(Uri.parse("content://a/b/3"));
        });
    check(
        "intentfilter",
        true,
        () -> {
          IntentFilter f = new IntentFilter("A");
          return f.hasAction("A");
        });
    check(
        "messenger",
        3,
        () -> {
          Message m = Message.obtain();
          m.what = 3;
          return m.what;
        });
    check(
        "countdown",
        true,
        () -> {
          CompletableFuture<Boolean> f = new CompletableFuture<>();
          new Handler(Looper.getMainLooper())
              .post(() ->
                  new CountDownTimer(60, 20) {
                    public void onTick(long l) {}

                    public void onFinish() {
                      f.complete(true);
                    }
                  }.start());
          return f.get(5, TimeUnit.SECONDS);
        });
    check(
        "fileobserver",
        true,
        () -> new File(Environment.getExternalStorageDirectory().getPath()).exists());
    check("telephony num", "+1", () -> android.telephony.PhoneNumberUtils.stripSeparators("+ 1"));
    check(
        "linkify",
        true,
        () -> {
          SpannableString s = new SpannableString("see http://x.org");
          return android.text.util.Linkify.addLinks(s, android.text.util.Linkify.WEB_URLS);
        });
    check("valueanimator", 10, () -> new android.animation.ArgbEvaluator().evaluate(0f, 10, 20));
    check(
        "interp",
        0.5f,
        () -> new android.view.animation.LinearInterpolator().getInterpolation(0.5f));
    check(
        "mime",
        "image/png",
        () -> android.webkit.MimeTypeMap.getSingleton().getMimeTypeFromExtension("png"));
    check("urlutil", true, () -> android.webkit.URLUtil.isHttpUrl("http://a"));
    check(
        "atomicfile",
        "z",
        () -> {
          AtomicFile a = new AtomicFile(File.createTempFile("aaa", "b"));
          FileOutputStream o = a.startWrite();
          o.write('z');
          a.finishWrite(o);
          return new String(a.readFully());
        });
    check(
        "os",
        true,
        () ->
            android.system.Os.getpid() > 0
                && android.os.Process.myPid() == android.system.Os.getpid());
    check("stat", true, () -> android.system.Os.stat("/").st_mode != 0);
    check(
        "pfd",
        "k",
        () -> {
          ParcelFileDescriptor[] q = ParcelFileDescriptor.createPipe();
          OutputStream o = new ParcelFileDescriptor.AutoCloseOutputStream(q[1]);
          o.write('k');
          o.close();
          return "" + (char) new ParcelFileDescriptor.AutoCloseInputStream(q[0]).read();
        });
    check("crypto", 32, () -> java.security.MessageDigest.getInstance("SHA-256").digest().length);
    check("keystore", true, () -> java.security.KeyStore.getInstance("AndroidKeyStore") != null);
    check("regex", "b", () -> "abc".replaceAll("[ac]", ""));
    check("resources", "OK", () -> context().getString(android.R.string.ok));
    check("display", true, () -> context().getResources().getDisplayMetrics().widthPixels > 0);
    check(
        "view measure",
        100,
        () -> {
          android.view.View v = new android.view.View(context());
          v.measure(
              android.view.View.MeasureSpec.makeMeasureSpec(
                  100, android.view.View.MeasureSpec.EXACTLY),
              0);
          return v.getMeasuredWidth();
        });
    check(
        "textview",
        "t",
        () -> {
          android.widget.TextView v = new android.widget.TextView(context());
          v.setText("t");
          return v.getText();
        });
    check(
        "staticlayout",
        2,
        () ->
            StaticLayout.Builder.obtain("a\nb", 0, 3, new TextPaint(), 200).build().getLineCount());
    check(
        "location",
        5.0,
        () -> {
          android.location.Location l = new android.location.Location("x");
          l.setLatitude(5);
          return l.getLatitude();
        });
    check(
        "distance",
        true,
        () -> {
          float[] r = new float[1];
          android.location.Location.distanceBetween(0, 0, 0, 1, r);
          return r[0] > 111000 && r[0] < 112000;
        });
    check(
        "trace",
        "ok",
        () -> {
          Trace.beginSection("x");
          Trace.endSection();
          return "ok";
        });
    check(
        "looper quit",
        true,
        () -> {
          Thread t =
              new Thread(() -> {
                Looper.prepare();
                new Handler().post(() -> Looper.myLooper().quit());
                Looper.loop();
              });
          t.start();
          t.join(5000);
          return !t.isAlive();
        });
    check(
        "prepareMain",
        true,
        () -> {
          CompletableFuture<Boolean> f = new CompletableFuture<>();
          Thread t =
              new Thread(() -> {
                Looper.prepareMainLooper();
                new Handler(Looper.myLooper()).post(() -> f.complete(true));
                Looper.loop();
              });
          t.setDaemon(true);
          t.start();
          return f.get(5, TimeUnit.SECONDS);
        });
    check(
        "frames",
        "Uri$StringUri.<init> Uri.parse",
        () -> {
          try {
            return Uri.parse(null);
          } catch (NullPointerException e) {
            StringBuilder frames = new StringBuilder();
            for (StackTraceElement each : e.getStackTrace()) {
              if (each.getClassName().startsWith("android.")) {
                frames.append(frames.length() == 0 ? "" : " ");
                frames.append(each.getClassName().substring("android.net.".length()));
                frames.append('.').append(each.getMethodName());
              }
            }
            return frames.toString();
          }
        });
    check(
        "choreographer",
        true,
        () -> {
          CompletableFuture<Boolean> f = new CompletableFuture<>();
          new Handler(Looper.getMainLooper())
              .post(() ->
                  android.view.Choreographer.getInstance()
                      .postFrameCallback(t -> f.complete(true)));
          return f.get(5, TimeUnit.SECONDS);
        });
    check("service", true, () -> context().getSystemService(Context.CONNECTIVITY_SERVICE) != null);
    check(
        "broadcast",
        "got",
        () -> {
          CompletableFuture<String> f = new CompletableFuture<>();
          context()
              .registerReceiver(
                  new BroadcastReceiver() {
                    public void onReceive(Context c, Intent i) {
                      f.complete("got");
                    }
                  },
                  new IntentFilter("Z"),
                  Context.RECEIVER_EXPORTED);
          context().sendBroadcast(new Intent("Z"));
          return f.get(5, TimeUnit.SECONDS);
        });
    System.out.println(good + " as documented");
  }
}
