# For a tap: brew install TAP/dexscope. scripts/release fills in the version and the checksum of the image it has built;
# the address is a placeholder until there is one.
class Dexscope < Formula
  desc "Profiling system for Dalvik bytecode"
  homepage "https://dexscope.invalid"
  url "https://dexscope.invalid/releases/@IMAGE@.tar.gz"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  # What the image was made for.
  depends_on arch: :@ARCH@
  depends_on :@SYSTEM@

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/dexscope"
  end

  # Class caches, with which commands start in a third of the time: they are the machine's own.
  def post_install
    system libexec/"bin/prepare"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dexscope --version")
  end
end
