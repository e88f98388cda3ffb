// Stands for ART's header of this name; written for suites/run-tests.
#include "android-base/macros.h"
