# Sourced by the scripts that ask ART's own tests: fetches its source package once.

art_source() { # folder: the package is unpacked into its folder "src"
  mkdir -p "$1/apt/parts" "$1/apt/lists/partial" "$1/src"
  [ -z "$(ls "$1/src")" ] || return 0
  # Source packages, without changing the machine's own list of repositories.
  local list options
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$list" ] && sed -E 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$list" \
      > "$1/apt/parts/$(basename "$list" | sed 's/^sources.list$/main.list/')"
  done
  options="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$1/apt/parts
    -o Dir::State::lists=$1/apt/lists -o APT::Sandbox::User=root"
  apt-get $options update -qq
  (cd "$1/src" && apt-get $options source -qq android-platform-art >/dev/null)
}
