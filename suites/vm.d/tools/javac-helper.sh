#!/usr/bin/env bash
# What the tests' build scripts call to compile against Android's class library.
while [[ $1 == --* ]]; do shift; done
# The host's class library, and after it what only Android has. JAVAC is split into words:
# it is a command with options, or a function of the build script.
${JAVAC} -Xbootclasspath/a:"$ANDROID_JAR" "$@"
