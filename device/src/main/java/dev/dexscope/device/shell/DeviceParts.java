package dev.dexscope.device.shell;

import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.packages.PackageStore;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.Processes;

/** What the shell works on. */
public record DeviceParts(
    DeviceFiles files,
    PackageStore packages,
    LogBuffer log,
    Processes processes,
    DeviceProperties properties) {}
