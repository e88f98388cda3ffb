package dev.dexscope.apk.preflight;

import dev.dexscope.base.zip.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recognises packers by their native libraries and the Application class that they put in front. A
 * packed app's own code is decrypted when it runs: the code in its dex files is the packer's.
 */
final class Packers {
  /** Library names without {@code lib} and {@code .so}; a name that ends with * is a prefix. */
  private static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("jiagu*", "360 Jiagu"),
          Map.entry("protectClass*", "360 Jiagu"),
          Map.entry("DexHelper*", "SecNeo (Bangcle)"),
          Map.entry("secexe*", "Bangcle"),
          Map.entry("secmain*", "Bangcle"),
          Map.entry("SecShell*", "Bangcle"),
          Map.entry("exec", "Ijiami"),
          Map.entry("execmain", "Ijiami"),
          Map.entry("ijiami*", "Ijiami"),
          Map.entry("shell-super.*", "Tencent Legu"),
          Map.entry("shella-*", "Tencent Legu"),
          Map.entry("shellx-*", "Tencent Legu"),
          Map.entry("legudzanno", "Tencent Legu"),
          Map.entry("tup", "Tencent Legu"),
          Map.entry("baiduprotect*", "Baidu"),
          Map.entry("chaosvmp", "Nagain"),
          Map.entry("ddog", "Nagain"),
          Map.entry("nqshield", "NQ Shield"),
          Map.entry("nesec", "NetEase"),
          Map.entry("mobisec*", "Alibaba"),
          Map.entry("sgmain", "Alibaba security guard"),
          Map.entry("fakejni", "Alibaba"),
          Map.entry("zuma*", "Alibaba"),
          Map.entry("APKProtect*", "APKProtect"),
          Map.entry("dexprotector*", "DexProtector"),
          Map.entry("alice", "DexProtector"),
          Map.entry("pairipcore", "Google Play's automatic protection (pairip)"),
          Map.entry("covault*", "AppSealing"),
          Map.entry("AppGuard*", "AppGuard"),
          Map.entry("kwscmm", "Kiwi"),
          Map.entry("x3g", "APKPacker"),
          Map.entry("uusafe*", "UU Safe"));

  private static final Map<String, String> APPLICATIONS =
      Map.ofEntries(
          Map.entry("com.stub.StubApp", "360 Jiagu"),
          Map.entry("com.qihoo.util.StubApplication", "360 Jiagu"),
          Map.entry("com.secneo.apkwrapper.ApplicationWrapper", "SecNeo (Bangcle)"),
          Map.entry("com.secneo.apkwrapper.AW", "SecNeo (Bangcle)"),
          Map.entry("com.secshell.secData.ApplicationWrapper", "Bangcle"),
          Map.entry("com.shell.SuperApplication", "Ijiami"),
          Map.entry("s.h.e.l.l.S", "Ijiami"),
          Map.entry("com.tencent.StubShell.TxAppEntry", "Tencent Legu"),
          Map.entry("com.wrapper.proxyapplication.WrapperProxyApplication", "Tencent Legu"),
          Map.entry("com.baidu.protect.StubApplication", "Baidu"),
          Map.entry("com.nqshield.NqApplication", "NQ Shield"),
          Map.entry("com.netease.nis.wrapper.MyApplication", "NetEase"),
          Map.entry("com.ali.mobisecenhance.StubApplication", "Alibaba"),
          Map.entry(
              "com.pairip.application.Application", "Google Play's automatic protection (pairip)"));

  private Packers() {}

  static List<Finding> of(PackageFile file) {
    Map<String, Set<String>> signs = new TreeMap<>();
    for (Entry entry : file.archive().entries()) {
      String packer = packerOf(file.nameOnDevice(entry));
      if (!packer.isEmpty()) {
        signs.computeIfAbsent(packer, _ -> new TreeSet<>()).add(entry.name());
      }
    }
    String application = file.manifest().applicationClass();
    String packer = APPLICATIONS.get(application);
    if (packer != null) {
      signs.computeIfAbsent(packer, _ -> new TreeSet<>()).add(application);
    }
    return signs.entrySet().stream()
        .map(sign ->
            new Finding(
                Severity.BLOCKER,
                "packer",
                file.name(),
                "protected by "
                    + sign.getKey()
                    + " ("
                    + String.join(", ", sign.getValue())
                    + "): it decrypts its code at run time and checks its signer",
                "use a build of the app without protection"))
        .toList();
  }

  /** Libraries hide in assets too, with other endings. */
  private static String packerOf(String entry) {
    if (!entry.startsWith("lib/") && !entry.startsWith("assets/")) {
      return "";
    }
    String file = entry.substring(entry.lastIndexOf('/') + 1);
    if (!file.startsWith("lib") || !file.endsWith(".so")) {
      return "";
    }
    String name = file.substring("lib".length(), file.length() - ".so".length());
    for (Map.Entry<String, String> each : LIBRARIES.entrySet()) {
      String pattern = each.getKey();
      boolean matches =
          pattern.endsWith("*")
              ? name.startsWith(pattern.substring(0, pattern.length() - 1))
              : name.equals(pattern);
      if (matches) {
        return each.getValue();
      }
    }
    return "";
  }
}
