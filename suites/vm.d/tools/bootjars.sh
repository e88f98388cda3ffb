#!/usr/bin/env bash
# What the tests' build scripts call to learn what makes the class library.
echo "$JDK" "$ANDROID_JAR"
