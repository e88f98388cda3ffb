/* Threads: what differs in layout or number. Conditions, keys, read-write locks and attributes have room for the host's. */
#include "bionic.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The kind of a statically initialized mutex is in bits 14 and 15 of its first word there; here it is the fifth word. */
static void kind(int *m) {
  int k = __atomic_load_n(m, __ATOMIC_RELAXED);
  if (k == 0x4000 || k == 0x8000) {
    __atomic_store_n(m + 4, k == 0x4000 ? PTHREAD_MUTEX_RECURSIVE_NP : PTHREAD_MUTEX_ERRORCHECK_NP, __ATOMIC_RELAXED);
    __atomic_compare_exchange_n(m, &k, 0, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  }
}
int bionic_pthread_mutex_lock(int *m) { kind(m); return pthread_mutex_lock((pthread_mutex_t *) m); }
int bionic_pthread_mutex_trylock(int *m) { kind(m); return pthread_mutex_trylock((pthread_mutex_t *) m); }
int bionic_pthread_mutex_destroy(int *m) { kind(m); return pthread_mutex_destroy((pthread_mutex_t *) m); }
int bionic_pthread_mutex_timedlock(int *m, const struct timespec *t) { kind(m); return pthread_mutex_timedlock((pthread_mutex_t *) m, t); }
/* A deadline of the monotonic clock as one of the real time clock, which is what old hosts have. */
static struct timespec real(const struct timespec *monotonic) {
  struct timespec m, r;
  clock_gettime(CLOCK_MONOTONIC, &m);
  clock_gettime(CLOCK_REALTIME, &r);
  long nanos = monotonic->tv_nsec - m.tv_nsec + r.tv_nsec;
  struct timespec to = {monotonic->tv_sec - m.tv_sec + r.tv_sec + nanos / 1000000000, nanos % 1000000000};
  if (to.tv_nsec < 0) {
    to.tv_nsec += 1000000000;
    to.tv_sec--;
  }
  return to;
}
int bionic_pthread_mutex_timedlock_monotonic_np(int *m, const struct timespec *t) { struct timespec r = real(t); return bionic_pthread_mutex_timedlock(m, &r); }
int bionic_pthread_rwlock_timedrdlock_monotonic_np(pthread_rwlock_t *l, const struct timespec *t) { struct timespec r = real(t); return pthread_rwlock_timedrdlock(l, &r); }
int bionic_pthread_rwlock_timedwrlock_monotonic_np(pthread_rwlock_t *l, const struct timespec *t) { struct timespec r = real(t); return pthread_rwlock_timedwrlock(l, &r); }
int bionic_pthread_cond_timedwait_monotonic_np(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) { struct timespec r = real(t); return pthread_cond_timedwait(c, m, &r); }
int bionic_pthread_cond_timedwait_monotonic(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) { return bionic_pthread_cond_timedwait_monotonic_np(c, m, t); }
int bionic_pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) {
  struct timespec now, to;
  clock_gettime(CLOCK_REALTIME, &now);
  long nanos = now.tv_nsec + t->tv_nsec;
  to.tv_sec = now.tv_sec + t->tv_sec + nanos / 1000000000;
  to.tv_nsec = nanos % 1000000000;
  return pthread_cond_timedwait(c, m, &to);
}
/* Its two values are the other way round. */
int bionic_pthread_attr_setinheritsched(pthread_attr_t *a, int v) { return pthread_attr_setinheritsched(a, !v); }
int bionic_pthread_attr_getinheritsched(const pthread_attr_t *a, int *v) { int r = pthread_attr_getinheritsched(a, v); *v = !*v; return r; }
int bionic_gettid(void) { return syscall(SYS_gettid); }
int bionic_tgkill(int group, int thread, int signal) { return syscall(SYS_tgkill, group, thread, signal); }
/* Other threads' numbers are known to the host's library only. */
int bionic_pthread_gettid_np(pthread_t t) { return pthread_equal(t, pthread_self()) ? bionic_gettid() : -1; }

/* The cleanup handlers of a thread that does not end by cancellation: kept by the caller. */
struct cleanup { struct cleanup *before; void (*run)(void *); void *argument; };
void bionic___pthread_cleanup_push(struct cleanup *c, void (*run)(void *), void *argument) { c->run = run; c->argument = argument; }
void bionic___pthread_cleanup_pop(struct cleanup *c, int execute) { if (execute) c->run(c->argument); }

/* A semaphore has 16 bytes there, 32 here: ours is a counter that threads wait for. */
int bionic_sem_init(int *s, int shared, unsigned value) {
  if (value > INT_MAX) {
    errno = EINVAL;
    return -1;
  }
  s[0] = value;
  s[1] = 0;
  return 0;
}
int bionic_sem_destroy(int *s) { return 0; }
int bionic_sem_trywait(int *s) {
  int v = __atomic_load_n(s, __ATOMIC_RELAXED);
  while (v > 0) {
    if (__atomic_compare_exchange_n(s, &v, v - 1, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return 0;
    }
  }
  errno = EAGAIN;
  return -1;
}
static int wait_until(int *s, int clock, const struct timespec *t) {
  int before = errno;
  while (bionic_sem_trywait(s) != 0) {
    __atomic_add_fetch(s + 1, 1, __ATOMIC_SEQ_CST);
    long r = syscall(SYS_futex, s, FUTEX_WAIT_BITSET | clock, 0, t, 0, FUTEX_BITSET_MATCH_ANY);
    int why = errno;
    __atomic_sub_fetch(s + 1, 1, __ATOMIC_SEQ_CST);
    if (r != 0 && (why == ETIMEDOUT || why == EINTR || why == EINVAL)) {
      errno = why;
      return -1;
    }
  }
  errno = before;
  return 0;
}
int bionic_sem_wait(int *s) { return wait_until(s, 0, 0); }
int bionic_sem_timedwait(int *s, const struct timespec *t) { return wait_until(s, FUTEX_CLOCK_REALTIME, t); }
int bionic_sem_timedwait_monotonic_np(int *s, const struct timespec *t) { return wait_until(s, 0, t); }
int bionic_sem_clockwait(int *s, clockid_t c, const struct timespec *t) { return wait_until(s, c == CLOCK_REALTIME ? FUTEX_CLOCK_REALTIME : 0, t); }
int bionic_sem_post(int *s) {
  int v = __atomic_load_n(s, __ATOMIC_RELAXED);
  do {
    if (v == INT_MAX) {
      errno = EOVERFLOW;
      return -1;
    }
  } while (!__atomic_compare_exchange_n(s, &v, v + 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  if (__atomic_load_n(s + 1, __ATOMIC_SEQ_CST) > 0) {
    syscall(SYS_futex, s, FUTEX_WAKE, 1, 0, 0, 0);
  }
  return 0;
}
int bionic_sem_getvalue(int *s, int *v) { *v = __atomic_load_n(s, __ATOMIC_RELAXED); return 0; }

/* Signals. HotSpot handles these itself, null checks and safepoints are made of them: what a library sets is remembered and
   returned, and never called. */
struct action { int flags; void *handler; unsigned long mask; void *restorer; };
static struct action actions[65];
static int is_hotspots(int n) {
  return n == SIGSEGV || n == SIGBUS || n == SIGFPE || n == SIGILL || n == SIGTRAP || n == SIGABRT || n == SIGQUIT || n == SIGHUP || n == SIGINT
      || n == SIGTERM || n == SIGPIPE || n == SIGXFSZ || n == SIGUSR2;
}
int bionic_sigaction(int n, const struct action *a, struct action *before) {
  if (n < 1 || n > 64 || n == SIGKILL || n == SIGSTOP) {
    errno = EINVAL;
    return -1;
  }
  if (is_hotspots(n)) {
    if (before) {
      *before = actions[n];
    }
    if (a) {
      actions[n] = *a;
    }
    return 0;
  }
  struct sigaction to, from;
  memset(&to, 0, sizeof to);
  if (a) {
    to.sa_flags = a->flags;
    to.sa_handler = a->handler;
    memcpy(&to.sa_mask, &a->mask, 8);
  }
  int r = sigaction(n, a ? &to : 0, &from);
  if (r == 0 && before) {
    before->flags = from.sa_flags;
    before->handler = from.sa_handler;
    memcpy(&before->mask, &from.sa_mask, 8);
    before->restorer = 0;
  }
  return r;
}
int bionic_sigaction64(int n, const struct action *a, struct action *before) { return bionic_sigaction(n, a, before); }
void *bionic_signal(int n, void *handler) {
  struct action a = {SA_RESTART, handler, 0, 0}, before;
  return bionic_sigaction(n, &a, &before) == 0 ? before.handler : (void *) SIG_ERR;
}
void *bionic_bsd_signal(int n, void *handler) { return bionic_signal(n, handler); }
void *bionic_sysv_signal(int n, void *handler) { return bionic_signal(n, handler); }
int bionic_siginterrupt(int n, int flag) { return 0; }
/* A set has 8 bytes there, 128 here. */
int bionic_sigemptyset(unsigned long *s) { *s = 0; return 0; }
int bionic_sigfillset(unsigned long *s) { *s = ~0UL; return 0; }
static int is_signal(int n) { if (n >= 1 && n <= 64) return 1; errno = EINVAL; return 0; }
int bionic_sigaddset(unsigned long *s, int n) { if (!is_signal(n)) return -1; *s |= 1UL << (n - 1); return 0; }
int bionic_sigdelset(unsigned long *s, int n) { if (!is_signal(n)) return -1; *s &= ~(1UL << (n - 1)); return 0; }
int bionic_sigismember(const unsigned long *s, int n) { return is_signal(n) ? (int) (*s >> (n - 1) & 1) : -1; }
/* Those that HotSpot needs are never blocked. */
int bionic_sigprocmask(int how, const unsigned long *s, unsigned long *before) {
  unsigned long to = 0;
  if (s) {
    to = *s;
    if (how != SIG_UNBLOCK) {
      for (int n = 1; n <= 64; n++) {
        if (is_hotspots(n)) {
          to &= ~(1UL << (n - 1));
        }
      }
      to &= ~(3UL << 31); /* The host's own two. */
    }
  }
  return syscall(SYS_rt_sigprocmask, how, s ? &to : 0, before, 8);
}
int bionic_pthread_sigmask(int how, const unsigned long *s, unsigned long *before) { int e = errno; int r = bionic_sigprocmask(how, s, before) ? errno : 0; errno = e; return r; }
int bionic_sigpending(unsigned long *s) { return syscall(SYS_rt_sigpending, s, 8); }
int bionic_sigsuspend(const unsigned long *s) { return syscall(SYS_rt_sigsuspend, s, 8); }
int bionic_sigtimedwait(const unsigned long *s, siginfo_t *i, const struct timespec *t) { return syscall(SYS_rt_sigtimedwait, s, i, t, 8); }
int bionic_sigwaitinfo(const unsigned long *s, siginfo_t *i) { return bionic_sigtimedwait(s, i, 0); }
int bionic_sigwait(const unsigned long *s, int *n) { int r = bionic_sigtimedwait(s, 0, 0); if (r < 0) return errno; *n = r; return 0; }
int bionic_signalfd(int d, const unsigned long *s, int flags) { return syscall(SYS_signalfd4, d, s, 8, flags); }
int bionic_sigaltstack(const void *s, stack_t *before) { if (before) { memset(before, 0, sizeof *before); before->ss_flags = SS_DISABLE; } return 0; }
int bionic_sigemptyset64(unsigned long *s) { return bionic_sigemptyset(s); }
int bionic_sigfillset64(unsigned long *s) { return bionic_sigfillset(s); }
int bionic_sigaddset64(unsigned long *s, int n) { return bionic_sigaddset(s, n); }
int bionic_sigdelset64(unsigned long *s, int n) { return bionic_sigdelset(s, n); }
int bionic_sigismember64(const unsigned long *s, int n) { return bionic_sigismember(s, n); }
int bionic_sigprocmask64(int how, const unsigned long *s, unsigned long *b) { return bionic_sigprocmask(how, s, b); }
int bionic_pthread_sigmask64(int how, const unsigned long *s, unsigned long *b) { return bionic_pthread_sigmask(how, s, b); }
int bionic_sigpending64(unsigned long *s) { return bionic_sigpending(s); }
int bionic_sigsuspend64(const unsigned long *s) { return bionic_sigsuspend(s); }
int bionic_sigtimedwait64(const unsigned long *s, siginfo_t *i, const struct timespec *t) { return bionic_sigtimedwait(s, i, t); }
int bionic_sigwaitinfo64(const unsigned long *s, siginfo_t *i) { return bionic_sigwaitinfo(s, i); }
int bionic_sigwait64(const unsigned long *s, int *n) { return bionic_sigwait(s, n); }
int bionic_signalfd64(int d, const unsigned long *s, int flags) { return bionic_signalfd(d, s, flags); }

/* The kinds of C11's mutexes are 1, 2 and 4 there, 0, 1 and 2 here. */
int mtx_init(void *, int);
int bionic_mtx_init(void *m, int kind) { return mtx_init(m, (kind & 2 ? 1 : 0) | (kind & 4 ? 2 : 0)); }
