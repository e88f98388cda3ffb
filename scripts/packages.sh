# Sourced by scripts/release: what package managers take, made of a runtime image. The same bytes for the same image.

pack() { # folder, its name in the archive
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -C "$1" -cf - "$2" | gzip -9n
}

member() { # file, name: prints a member of an ar archive
  local size=$(($(wc -c <"$1")))
  printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "$2" 0 0 0 100644 "$size"
  cat "$1"
  [ $((size % 2)) = 0 ] || echo
}

debian_package() { # checkout, image, version, folder for it: deb(5)
  local arch work each
  case $(uname -m) in
    x86_64) arch=amd64 ;;
    aarch64) arch=arm64 ;;
    *) arch=$(uname -m) ;;
  esac
  work=$2.deb
  mkdir -p "$work/data/usr/lib" "$work/data/usr/bin" "$work/data/usr/share/doc/dexscope" "$work/control"
  cp -R "$2" "$work/data/usr/lib/dexscope"
  ln -s ../lib/dexscope/bin/dexscope "$work/data/usr/bin/dexscope"
  cp "$1/LICENSE" "$work/data/usr/share/doc/dexscope/copyright"
  for each in "$1"/packaging/debian/*; do
    sed -e "s/@VERSION@/$3/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$(du -sk --apparent-size "$2" | cut -f1)/" "$each" \
      >"$work/control/${each##*/}"
  done
  chmod 755 "$work"/control/p*
  chmod -R go=u-w "$work/data" "$work/control"
  pack "$work/control" . >"$work/control.tar.gz"
  pack "$work/data" . >"$work/data.tar.gz"
  echo 2.0 >"$work/debian-binary"
  {
    printf '!<arch>\n'
    for each in debian-binary control.tar.gz data.tar.gz; do member "$work/$each" "$each"; done
  } >"$4/dexscope_$3_$arch.deb"
  rm -rf "$work"
}

recipe() { # template, image's archive, version, output: for a package manager that fetches the archive
  local name=${2##*/} system arch platform
  case $(uname -m) in aarch64 | arm64) arch=arm64 ;; *) arch=$(uname -m) ;; esac
  # The last are SDKMAN's names.
  case $(uname -s)-$arch in
    Darwin-arm64) system=macos platform=MAC_ARM64 ;;
    Darwin-*) system=macos platform=MAC_OSX ;;
    *-arm64) system=linux platform=LINUX_ARM64 ;;
    *) system=linux platform=LINUX_64 ;;
  esac
  sed -e "s/@VERSION@/$3/" -e "s/@IMAGE@/${name%.tar.gz}/" -e "s/@SHA256@/$(sha256sum "$2" | cut -d' ' -f1)/" \
    -e "s/@ARCH@/$arch/" -e "s/@SYSTEM@/$system/" -e "s/@PLATFORM@/$platform/" "$1" >"$4"
}
