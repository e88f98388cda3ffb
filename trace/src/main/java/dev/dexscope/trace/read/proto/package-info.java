/** Profiles in protobuf messages: pprof's and Perfetto's. */
package dev.dexscope.trace.read.proto;
