package dev.dexscope.trace.finding;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Objects that are expensive to make and can be kept are made again and again by one method. */
final class RepeatedSetup implements Search {
  private static final double LEAST = 0.03;
  private static final long LEAST_CALLS = 10;

  private static final Set<String> METHODS =
      Set.of(
          "java.util.regex.Pattern.compile",
          "kotlin.text.Regex.<init>",
          "java.text.SimpleDateFormat.<init>",
          "java.text.DecimalFormat.<init>",
          "java.text.NumberFormat.getInstance",
          "java.text.Collator.getInstance",
          "java.time.format.DateTimeFormatter.ofPattern",
          "javax.crypto.Cipher.getInstance",
          "java.security.MessageDigest.getInstance",
          "java.security.KeyFactory.getInstance",
          "java.security.SecureRandom.<init>",
          "javax.net.ssl.SSLContext.getInstance",
          "javax.xml.parsers.DocumentBuilderFactory.newInstance",
          "javax.xml.parsers.SAXParserFactory.newInstance",
          "java.util.ResourceBundle.getBundle",
          "java.lang.ClassLoader.getResource",
          "com.google.gson.Gson.<init>",
          "com.google.gson.GsonBuilder.create",
          "com.fasterxml.jackson.databind.ObjectMapper.<init>",
          "com.squareup.moshi.Moshi$Builder.build",
          "okhttp3.OkHttpClient.<init>",
          "okhttp3.OkHttpClient$Builder.build",
          "retrofit2.Retrofit$Builder.build");

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.isSampled()) {
      return List.of();
    }
    Measure measure = facts.measure();
    MethodTable methods = facts.view().methods();
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      Method method = methods.get(i);
      if (!METHODS.contains(method.qualifiedName())) {
        continue;
      }
      for (Butterfly.Side each : Butterfly.of(facts.view(), i, measure).callers()) {
        if (each.method() < 0
            || METHODS.contains(methods.get(each.method()).qualifiedName())
            || each.calls() < LEAST_CALLS
            || facts.share(each.time()) < LEAST) {
          continue;
        }
        String caller = methods.get(each.method()).qualifiedName();
        findings.add(
            new Finding(
                Rule.REPEATED_SETUP,
                facts.share(each.time()),
                caller
                    + " calls "
                    + method.qualifiedName()
                    + " "
                    + Facts.count(each.calls())
                    + " times, which takes "
                    + Facts.ms(each.time())
                    + ", "
                    + Facts.percent(facts.share(each.time()))
                    + " of the "
                    + facts.workWords()
                    + ". Can the result be kept?",
                caller,
                ""));
      }
    }
    return findings;
  }
}
