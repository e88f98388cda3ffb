/** The parts of apps as the system manages them: activities, services, broadcasts, jobs. */
package dev.dexscope.apphost.device.activity;
