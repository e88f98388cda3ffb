// Stands for ART's header of this name; written for bench/run-tests.
#include "android-base/macros.h"
