# Sourced by the scripts that judge public libraries: gets those of suites/link-libraries.tsv. Needs $root and $JDK.

pom() { # group, artifact, version, type: a project that depends on it
  cat <<XML
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>
<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version><type>${4:-jar}</type></dependency>
</dependencies></project>
XML
}

maven() { # goal, options
  JAVA_HOME=$JDK mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:"$@" </dev/null >/dev/null 2>&1
}

fetch_libraries() { # work folder, regex of names: DIR/libraries/NAME has a library and what it depends on
  local artifact checksum group name version type folder made
  mkdir -p "$1/libraries"
  while IFS=$'\t' read -r artifact checksum; do
    IFS=: read -r group name version type <<<"$artifact"
    folder=$1/libraries/$name
    [[ $name =~ ^($2)$ && ! -e $folder ]] || continue
    made=$(mktemp -d "$1/fetch.XXXXXX")
    pom "$group" "$name" "$version" "$type" >"$made/pom.xml"
    maven copy-dependencies -f "$made/pom.xml" -DincludeScope=runtime -DoutputDirectory="$made/jars" \
      || maven copy -Dartifact="$artifact" -DoutputDirectory="$made/jars" || true
    if echo "$checksum  $made/jars/$name-$version.${type:-jar}" | sha256sum -c --status 2>/dev/null; then
      mv "$made/jars" "$folder"
    else
      echo "$artifact is left out: it cannot be had, or has another checksum" >&2
    fi
    rm -rf "$made"
  done < <(tail -n +2 "$root/suites/link-libraries.tsv")
}
