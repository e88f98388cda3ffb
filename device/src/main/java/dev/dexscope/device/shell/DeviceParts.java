package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.home.Launcher;
import dev.dexscope.device.packages.PackageStore;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.Processes;

/** The parts of the device that the shell uses. */
public record DeviceParts(
    DeviceFiles files,
    PackageStore packages,
    LogBuffer log,
    Processes processes,
    DeviceProperties properties,
    PhoneSettings settings,
    Launcher launcher) {}
