/* Verify's native method. It is compiled with the runtime's own headers, and linked with the runtime. */
#include <jni.h>

#include "class_linker.h"
#include "handle_scope-inl.h"
#include "mirror/class.h"
#include "runtime.h"
#include "scoped_thread_state_change-inl.h"
#include "native/scoped_fast_native_object_access-inl.h"
#include "verifier/verifier_enums.h"

extern "C" JNIEXPORT jint Java_Verify_verify(JNIEnv* env, jclass, jclass type) {
  art::ScopedFastNativeObjectAccess access(env);
  art::StackHandleScope<1> scope(access.Self());
  art::Handle<art::mirror::Class> verified(scope.NewHandle(access.Decode<art::mirror::Class>(type)));
  return static_cast<jint>(art::Runtime::Current()->GetClassLinker()->VerifyClass(
      access.Self(), verified, art::verifier::HardFailLogMode::kLogWarning));
}
