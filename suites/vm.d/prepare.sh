# Sourced by the scripts that judge engines: finds the JDK, builds the command, makes the work folder.
# Needs $root.

prepare() { # work folder, other arguments
  . "$root/scripts/jdk.sh"
  find_jdk || exit $?
  mkdir -p "$1"
  export JDK DEXSCOPE_ROOT=$root
  case " $* " in
    *' host '*) ;;
    *) "$root/dexscope" --version >/dev/null ;; # builds it
  esac
}

fetch() { # artifact, folder: the jar without its version
  local name=${1#*:}
  [ -e "$2/${name%%:*}.jar" ] || JAVA_HOME=$JDK mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact="$1" -DoutputDirectory="$2" -Dmdep.stripVersion=true
}

dex2jar_tools() { # folder: dex2jar and all that it needs
  [ ! -d "$1" ] || return 0
  local pom
  pom=$(mktemp -d)
  cat > "$pom/pom.xml" <<XML
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>
<dependency><groupId>de.femtopedia.dex2jar</groupId><artifactId>dex-tools</artifactId><version>2.4.38</version></dependency>
</dependencies></project>
XML
  JAVA_HOME=$JDK mvn -q -B -ntp -f "$pom/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DoutputDirectory="$1"
  rm -r "$pom"
}
